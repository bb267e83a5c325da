package io.twophase.app.function.history;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.app.function.history.ListAppends.Kind.READ;
import static io.twophase.app.function.history.ListAppends.Kind.READ_ALL;
import static io.twophase.domain.document.FieldChange.push;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.function.Functions;
import io.twophase.app.function.TransactionContext;
import io.twophase.app.function.history.Run.Append;
import io.twophase.app.function.history.Run.Outcome;
import io.twophase.app.function.history.Run.Read;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.value.Value;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.contract.Race;
import io.twophase.test.fault.ProcessDied;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Random functions over a few lists: each reads some and appends to some, or only reads. Each list
 * is a field of a document, which the first append makes. What they saw is a history, which {@link
 * Checker} judges.
 */
public final class ListAppends {

  private static final int HISTORIES =
      Integer.getInteger("twophase.histories", Integer.getInteger("twophase.storms", 1));

  private static final int LISTS = 4;
  private static final int THREADS = 4;
  private static final int CALLS = 25;
  private static final int LONGEST_PAUSE = 300_000;
  private static final String FIELD = "list";

  private final String name;
  private final long seed;
  private final History history = new History();
  private final AtomicLong appended = new AtomicLong();

  ListAppends(String name, long seed) {
    this.name = name;
    this.seed = seed;
  }

  /** Functions that are run in a way of their own are strictly serializable. */
  static void check(String test, Consumer<ListAppends> way) {
    long first = Seed.next(test + ".histories");
    for (long seed = first; seed < first + HISTORIES; seed++) {
      ListAppends lists = new ListAppends(seed + "-", seed);
      way.accept(lists);
      assertThat(lists.fault())
          .as("repeat it, on other threads: -Dtest=%s -Dtwophase.seed=%s", test, seed)
          .isEmpty();
      assertThat(lists.history.runs())
          .filteredOn(run -> run.outcome() == Outcome.APPLIED)
          .hasSizeGreaterThan(CALLS);
    }
  }

  /** Returns the place at which the search for a serial order ends, if there is none. */
  Optional<String> fault() {
    return Checker.fault(history.runs());
  }

  /** The outcomes of the runs. */
  List<Outcome> outcomes() {
    return history.runs().stream().map(Run::outcome).toList();
  }

  /** A random of this history's seed. */
  Random random() {
    return new Random(seed);
  }

  /**
   * Some threads call functions.
   *
   * @param host by which a thread makes its next call
   */
  void run(IntFunction<Functions> host) {
    Race.of(
        THREADS,
        thread -> {
          Random random = new Random(seed + thread);
          for (int call = 0; call < CALLS; call++) {
            List<Move> moves = moves(random);
            String id = name + thread + "-" + call;
            call(host.apply(thread), id, moves);
          }
          return thread;
        });
  }

  /** One function, after all others, reads all lists, so that the history has all states. */
  void readAll(Functions host) {
    assertThat(call(host, name + "last", List.of(new Move(READ_ALL, 0, 0))))
        .isEqualTo(Outcome.APPLIED);
  }

  /** What a function does to a list. */
  enum Kind {
    /** It reads the list. */
    READ,
    /** It reads all lists at once. */
    READ_ALL,
    /** It appends to the list without a look at it, which must be there. */
    PUSH,
    /** It reads the list, and writes it with one value more. */
    PUT
  }

  /**
   * A step that a function is to take.
   *
   * @param pause in nanoseconds, after it
   */
  private record Move(Kind kind, int list, int pause) {}

  private static List<Move> moves(Random random) {
    List<Kind> kinds = random.nextInt(4) == 0 ? List.of(READ, READ_ALL) : List.of(Kind.values());
    return Stream.generate(
            () ->
                new Move(
                    kinds.get(random.nextInt(kinds.size())),
                    random.nextInt(LISTS),
                    random.nextInt(2) * random.nextInt(LONGEST_PAUSE)))
        .limit(1 + random.nextInt(4))
        .toList();
  }

  private Outcome call(Functions host, String id, List<Move> moves) {
    History.Call call = history.new Call();
    Outcome outcome;
    try {
      outcome =
          outcome(
              host.<@Nullable Void>run(
                  transactionId(id),
                  tx -> {
                    call.begin();
                    moves.forEach(move -> make(move, tx, call));
                    return null;
                  }));
    } catch (StoreUnavailableException notSent) {
      outcome = Outcome.NOT_APPLIED;
    } catch (ProcessDied died) {
      outcome = Outcome.UNKNOWN;
    }
    call.end(outcome);
    return outcome;
  }

  private static Outcome outcome(FunctionOutcome<?> answer) {
    return answer.fold(
        applied -> Outcome.APPLIED,
        declined -> Outcome.NOT_APPLIED,
        refused -> Outcome.NOT_APPLIED,
        contended -> Outcome.NOT_APPLIED,
        unknown -> Outcome.UNKNOWN,
        notAsked -> Outcome.NOT_APPLIED);
  }

  private void make(Move move, TransactionContext tx, History.Call call) {
    DocumentRef list = ref(move.list());
    switch (move.kind()) {
      case READ -> read(tx, List.of(list), call);
      case READ_ALL -> read(tx, IntStream.range(0, LISTS).mapToObj(this::ref).toList(), call);
      case PUSH -> tx.change(list, push(FIELD, append(list, call)));
      case PUT -> {
        List<Long> values = new ArrayList<>(read(tx, List.of(list), call));
        values.add(append(list, call));
        tx.put(DocumentSnapshot.of(list, Map.of(FIELD, values)));
      }
    }
    if (move.pause() > 0) {
      LockSupport.parkNanos(move.pause());
    }
  }

  private DocumentRef ref(int list) {
    return document("lists", name + list);
  }

  private static String key(DocumentRef list) {
    return ((Value.Text) list.id()).value();
  }

  /** Reads lists at once, and answers the last one. */
  private static List<Long> read(
      TransactionContext tx, List<DocumentRef> lists, History.Call call) {
    List<Long> last = List.of();
    List<Optional<DocumentSnapshot>> found = tx.get(lists);
    for (int at = 0; at < lists.size(); at++) {
      last =
          found.get(at).flatMap(list -> list.value(FIELD)).stream()
              .flatMap(value -> ((Value.Array) value).values().stream())
              .map(value -> value.wholeNumber().orElseThrow())
              .toList();
      call.step(new Read(key(lists.get(at)), last));
    }
    return last;
  }

  private long append(DocumentRef list, History.Call call) {
    long value = appended.incrementAndGet();
    call.step(new Append(key(list), value));
    return value;
  }
}
