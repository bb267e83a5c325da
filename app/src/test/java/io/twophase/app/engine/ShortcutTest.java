package io.twophase.app.engine;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.Test;

/** Which records are tried as one transaction of the store, when, and what is answered of them. */
class ShortcutTest {

  private static final Duration INSTANT = Duration.ofMillis(1);

  private final StoreException gone = new StoreUnavailableException("planted: no store");
  private final InMemoryStore store = Books.inMemory(100, 0);
  private final List<RecordId> tried = new ArrayList<>();
  private final List<RecordId> inserted = new ArrayList<>();
  private Function<NewRecord, Whole> whole = ShortcutTest::commits;
  private Optional<StoreException> fault = Optional.empty();
  private Duration now = Duration.ofSeconds(5);
  private final Store seen = Interceptor.overriding(store, Records.class, Tried::new);
  private final Runs runs =
      new Runs(Engines.over(seen, pause -> {}, () -> now, EngineSettings.of(application("test"))));

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

  private static Function<NewRecord, Whole> always(Whole.Kind kind) {
    return record -> Whole.of(kind);
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
    TransactionRecord decided = decide.change(record.stored(Fixtures.NOW), Fixtures.NOW);
    return Whole.committed(
        Transition.finish(record.id(), decided.state()).change(decided, Fixtures.NOW));
  }

  private static NewTransaction move(String id) {
    return transfer(id, "A", "B", cents(1));
  }

  private static NewTransaction authorization(String id) {
    return move(id).authorizedUnder(new AuthorizationTerms(Duration.ofDays(1)));
  }

  private List<Result> run(NewTransaction... bodies) {
    return runs.run(List.of(bodies), false, WaitPolicy.PAUSE, decided -> {}).ends().stream()
        .map(end -> end.get().end().result())
        .toList();
  }

  @Test
  void whatIsCommittedIsAnsweredEachInItsPlaceAndAllIsDecided() {
    List<String> told = new ArrayList<>();
    Progress<Runs.Answer> progress =
        new Progress<>() {
          @Override
          public void decided(Runs.Answer answer) {
            told.add(answer.body().id().value());
          }

          @Override
          public void allDecided() {
            told.add("all");
          }
        };

    Runs.Ended ended =
        runs.run(List.of(move("t1"), move("dear"), move("t3")), false, WaitPolicy.PAUSE, progress);

    assertThat(ended.ends())
        .extracting(end -> end.get().end().result().kind())
        .containsExactly(Result.Kind.APPLIED, Result.Kind.CANCELED, Result.Kind.APPLIED);
    assertThat(told).containsExactly("t1", "dear", "t3", "all");
    assertThat(tried).hasSize(1);
    assertThat(inserted).isEmpty();
  }

  @Test
  void whatIsNotRunOrInDoubtGoesByTheProtocolAsTheSameRecord() {
    for (Function<NewRecord, Whole> each :
        List.of(
            always(Whole.Kind.NOT_RUN),
            always(Whole.Kind.IN_DOUBT),
            always(Whole.Kind.CONTENDED))) {
      whole = each;
      tried.clear();
      inserted.clear();
      now = now.plus(Shortcut.LONGEST_REST);

      assertThat(run(move("t1" + now), move("t2" + now)))
          .allMatch(end -> end.kind() == Result.Kind.APPLIED);
      assertThat(inserted).isEqualTo(tried).hasSize(1);
    }
  }

  @Test
  void whatIsInDoubtIsUnknownWhereTheStoreIsGoneSince() {
    whole = always(Whole.Kind.IN_DOUBT);
    fault = Optional.of(gone);

    assertThat(run(move("t1"), move("t2"))).allMatch(end -> end.kind() == Result.Kind.UNKNOWN);
  }

  @Test
  void whatIsDecidedIsAnsweredWhereTheStoreIsGoneForTheRest() {
    fault = Optional.of(gone);

    assertThat(run(authorization("t1"), move("t2"), move("dear")))
        .extracting(Result::kind)
        .containsExactly(Result.Kind.UNKNOWN, Result.Kind.APPLIED, Result.Kind.CANCELED);
  }

  @Test
  void whereItHasDecidedNothingTheFaultIsThrown() {
    fault = Optional.of(gone);
    for (Function<NewRecord, Whole> each :
        List.of(always(Whole.Kind.NOT_RUN), always(Whole.Kind.CONTENDED))) {
      whole = each;
      now = now.plus(Shortcut.LONGEST_REST);

      assertThatThrownBy(() -> run(move("t1"))).isSameAs(gone);
    }
  }

  @Test
  void anAuthorizationIsNotTried() {
    run(authorization("t1"));

    assertThat(tried).isEmpty();
    assertThat(inserted).containsExactly(RecordId.of(transactionId("t1")));
  }

  /** Each vain try doubles the rest, and each success halves the next. */
  @Test
  void aRecordThatMeetsOthersIsFollowedByARest() {
    whole = always(Whole.Kind.CONTENDED);
    isTriedOnlyAfter(Shortcut.SHORTEST_REST);
    isTriedOnlyAfter(Shortcut.SHORTEST_REST.multipliedBy(2));
    run(move("c" + tried.size()));
    now = now.plus(Shortcut.SHORTEST_REST.multipliedBy(4));
    whole = ShortcutTest::commits;
    run(move("c" + tried.size()));
    run(move("c" + tried.size()));

    whole = always(Whole.Kind.CONTENDED);
    isTriedOnlyAfter(Shortcut.SHORTEST_REST.multipliedBy(2));
  }

  @Test
  void aStoreThatFailsOrDoesNotAnswerIsLeftAloneForASecond() {
    List<Function<NewRecord, Whole>> failing =
        List.of(
            always(Whole.Kind.NOT_RUN),
            always(Whole.Kind.IN_DOUBT),
            record -> {
              throw gone;
            },
            record -> {
              throw new StoreException("planted: broken");
            });
    for (Function<NewRecord, Whole> each : failing) {
      whole = each;
      isTriedOnlyAfter(Shortcut.LONGEST_REST);
    }
  }

  /** A try, after which the next is not made before so long. */
  private void isTriedOnlyAfter(Duration rest) {
    run(move("a" + tried.size() + now));
    int before = tried.size();
    now = now.plus(rest).minus(INSTANT);
    run(move("b" + now));
    assertThat(tried).hasSize(before);
    now = now.plus(INSTANT);
  }
}
