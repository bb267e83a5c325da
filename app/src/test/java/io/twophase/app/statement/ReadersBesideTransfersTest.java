package io.twophase.app.statement;

import static io.twophase.app.TwoPhase.document;
import static io.twophase.app.TwoPhase.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Sight;
import io.twophase.domain.hold.Target;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.record.Lookup;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.forwarding.ForwardingHolds;
import io.twophase.test.forwarding.ForwardingRecords;
import io.vavr.control.Option;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads move pieces between two documents; whoever reads both finds all pieces. */
@DisplayName("A reader beside transfers")
class ReadersBesideTransfersTest {

  private static final int THREADS = 2;
  private static final int PIECES = 4;
  private static final int ANSWERS = 100;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Nanoseconds: between transfers, and between the reads of two documents. */
  private static final long PAUSE = 50_000;

  private static final DocumentRef A = document("shelves", "a");
  private static final DocumentRef B = document("shelves", "b");

  /** Which rule a reader leaves out. */
  enum Fault {
    NOTHING_IS_READ_AGAIN,
    STAMPS_AND_FIELDS_ARE_IGNORED,
    NONE
  }

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());

  /** A sum that was found, and how many readings were consistent. */
  private record Found(Option<Long> wrong, int consistent) {}

  @Test
  void alwaysFindsAllPieces() throws Exception {
    Found found = beside(() -> reader(Fault.NONE), ANSWERS);
    assertThat(found.wrong()).isEmpty();
    assertThat(found.consistent()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void withoutARuleItFindsAnotherNumberOfPieces(Fault fault) throws Exception {
    Found found = beside(() -> reader(fault), Integer.MAX_VALUE);
    assertThat(found.wrong()).isNotEmpty();
  }

  /** For one reading: it takes for the second look what the fault makes of it. */
  private DocumentReader reader(Fault fault) {
    Store looks = Interceptor.replacing(store, Holds.class, sound -> new FaultyLooks(sound, fault));
    return new DocumentReader(
        Interceptor.replacing(looks, Records.class, sound -> new FaultyRecords(sound, fault)));
  }

  private interface Readers {
    DocumentReader next();
  }

  private Found beside(Readers readers, int answers) throws Exception {
    try (TwoPhase twophase = TwoPhase.over(store).build()) {
      twophase
          .run(
              transaction("open")
                  .insert(A, Map.of("n", PIECES / 2))
                  .insert(B, Map.of("n", PIECES / 2)))
          .orElseThrow();
      AtomicBoolean stop = new AtomicBoolean();
      AtomicInteger number = new AtomicInteger();
      ExecutorService threads = Executors.newFixedThreadPool(THREADS);
      List<Future<?>> movers = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        movers.add(threads.submit(() -> move(twophase, number, stop)));
      }
      try {
        return read(readers, answers);
      } finally {
        stop.set(true);
        for (Future<?> mover : movers) {
          mover.get();
        }
        threads.shutdown();
      }
    }
  }

  private static void move(TwoPhase twophase, AtomicInteger number, AtomicBoolean stop) {
    while (!stop.get()) {
      int next = number.incrementAndGet();
      int way = next % 2 == 0 ? 1 : -1;
      twophase.run(
          transaction("t" + next).add(A, "n", way, 0, PIECES).add(B, "n", -way, 0, PIECES));
      LockSupport.parkNanos(PAUSE);
    }
  }

  private static Found read(Readers readers, int answers) {
    long end = System.nanoTime() + LIMIT.toNanos();
    int consistent = 0;
    while (consistent < answers && System.nanoTime() < end) {
      ReadAnswer answer = readers.next().read(List.of(A, B));
      if (answer instanceof ReadAnswer.Consistent both) {
        consistent++;
        long sum =
            both.documents().stream()
                .mapToLong(one -> one.fields().get().get("n").get().wholeNumber().get())
                .sum();
        if (sum != PIECES) {
          return new Found(Option.some(sum), consistent);
        }
      }
    }
    return new Found(Option.none(), consistent);
  }

  private static final class FaultyLooks extends ForwardingHolds {
    private final Fault fault;
    private final Map<Target, Sight> first = new HashMap<>();

    FaultyLooks(Holds sound, Fault fault) {
      super(sound);
      this.fault = fault;
    }

    @Override
    public List<Sight> find(List<Target> targets) {
      List<Sight> taken = new ArrayList<>();
      for (Target target : targets) {
        LockSupport.parkNanos(PAUSE);
        Sight now = super.find(List.of(target)).get(0);
        Sight before = first.put(target, now);
        taken.add(
            before == null
                ? now
                : Sight.found(
                    taken((Document) before.stored().get(), (Document) now.stored().get())));
      }
      return taken;
    }

    private Document taken(Document was, Document is) {
      boolean holds = fault == Fault.NOTHING_IS_READ_AGAIN;
      boolean stamps = holds || fault == Fault.STAMPS_AND_FIELDS_ARE_IGNORED;
      return new Document(
          is.ref(),
          stamps ? was.fields() : is.fields(),
          is.placeholder(),
          stamps ? was.lastTransaction() : is.lastTransaction(),
          holds ? was.holds() : is.holds(),
          is.escrow());
    }
  }

  private static final class FaultyRecords extends ForwardingRecords {
    private final Fault fault;
    private final Map<Object, Lookup> first = new HashMap<>();

    FaultyRecords(Records sound, Fault fault) {
      super(sound);
      this.fault = fault;
    }

    @Override
    public List<Lookup> findMembers(List<TransactionId> ids) {
      return first(ids, super.findMembers(ids));
    }

    @Override
    public List<Lookup> find(List<RecordId> ids) {
      return first(ids, super.find(ids));
    }

    private List<Lookup> first(List<?> ids, List<Lookup> now) {
      for (int at = 0; at < ids.size(); at++) {
        first.putIfAbsent(ids.get(at), now.get(at));
      }
      return fault == Fault.NOTHING_IS_READ_AGAIN
          ? ids.stream().map(id -> Objects.requireNonNull(first.get(id))).toList()
          : now;
    }
  }
}
