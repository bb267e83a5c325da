package io.twophase.app.engine;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.twophase.RandomIds;
import io.twophase.TwoPhaseListener;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Result;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Records;
import io.twophase.ports.Records.Whole;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Which records are tried as one transaction of the store, when, and what is answered of them. */
class ShortcutTest {

  private static final Duration INSTANT = Duration.ofMillis(1);

  private final StoreException gone = new StoreUnavailableException("planted: no store");
  private final InMemoryStore store = Books.inMemory(100, 0);
  private final List<RecordId> tried = new ArrayList<>();
  private final List<RecordId> inserted = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private Function<NewRecord, Whole> whole = ShortcutTest::commits;
  private Optional<StoreException> fault = Optional.empty();
  private Duration now = Duration.ofSeconds(5);
  private final Store seen = Interceptor.overriding(store, Records.class, Tried::new);
  private final Runs runs =
      new Runs(
          new Engine(
              seen,
              new Ownership(store.owners(), Optional::empty, () -> now, pause -> {}),
              new RandomIds(),
              pause -> {},
              () -> now,
              EngineSettings.of(application("test")),
              TwoPhaseListener.IGNORED));

  /** Records that a store may run at once, and that cannot be begun while there is a fault. */
  private final class Tried {
    private final Records sound;

    Tried(Records sound) {
      this.sound = sound;
    }

    public boolean runsWhole() {
      return true;
    }

    public Whole tryWhole(NewRecord record) {
      tried.add(record.id());
      return whole.apply(record);
    }

    public List<List<BeginOutcome>> insert(List<NewRecord> records) {
      fault.ifPresent(
          there -> {
            throw there;
          });
      records.forEach(record -> inserted.add(record.id()));
      return sound.insert(records);
    }
  }

  /** The store has run the record, and refused each member whose id says that it is dear. */
  private static Whole commits(NewRecord record) {
    Map<TransactionId, CancelReason> refused = new LinkedHashMap<>();
    for (TransactionId member : record.memberIds()) {
      if (member.value().startsWith("dear")) {
        refused.put(member, new HoldRefusal.NoSuchAccount(accountId("A")));
      }
    }
    Verdict verdict = new Verdict(refused, Set.of(), Set.of(), Map.of());
    Transition decide =
        Transition.decide(record.id(), record.memberIds(), Epoch.FIRST, Map.of(), verdict);
    TransactionRecord decided = record.stored(Fixtures.NOW).after(decide, Fixtures.NOW);
    return Whole.committed(
        decided.after(Transition.finish(record.id(), decided.state()), Fixtures.NOW));
  }

  @ScenesOf("/scenes/shortcut.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(new Verbs(this).reading(NewTransaction.class, ShortcutTest::body));
  }

  /** Moves a cent from A to B; {@code t!} is an authorization of that. */
  private static NewTransaction body(String word) {
    NewTransaction move = transfer(word.replace("!", ""), "A", "B", cents(1));
    return word.endsWith("!")
        ? move.authorizedUnder(new AuthorizationTerms(Duration.ofDays(1)))
        : move;
  }

  List<Result.Kind> run(List<NewTransaction> bodies) {
    Progress<Runs.End> progress =
        new Progress<>() {
          @Override
          public void decided(int at, Runs.End end) {
            told.add(bodies.get(at).id().value());
          }

          @Override
          public void allDecided() {
            told.add("all");
          }
        };
    return runs.run(bodies, false, WaitPolicy.PAUSE, progress).ends().stream()
        .map(end -> end.get().result().kind())
        .toList();
  }

  String fails(List<NewTransaction> bodies) {
    return catchThrowable(() -> run(bodies)).toString();
  }

  /** The store makes this of the record that it is to run at once. */
  void makes(String end) {
    whole =
        switch (end) {
          case "commits" -> ShortcutTest::commits;
          case "nothing" ->
              record -> {
                throw gone;
              };
          case "a fault" ->
              record -> {
                throw new StoreException("planted: broken");
              };
          default -> record -> Whole.of(Whole.Kind.valueOf(end));
        };
  }

  void cannotBegin() {
    fault = Optional.of(gone);
  }

  int tried() {
    return tried.size();
  }

  List<RecordId> begun() {
    return inserted;
  }

  boolean areBegunAsTried() {
    return inserted.equals(tried);
  }

  List<String> told() {
    return told;
  }

  void passes(Duration time) {
    now = now.plus(time);
  }

  /** A record is tried, and the next one is not before so long. */
  boolean restsFor(Duration rest) {
    run(List.of(body("a" + tried.size() + now)));
    int before = tried.size();
    now = now.plus(rest).minus(INSTANT);
    run(List.of(body("b" + now)));
    now = now.plus(INSTANT);
    return tried.size() == before;
  }
}
