package io.twophase.app.recovery;

import static io.twophase.app.recovery.RecoveryWorld.ALL;
import static io.twophase.app.recovery.RecoveryWorld.AS_EVER;
import static io.twophase.app.recovery.RecoveryWorld.DEAD;
import static io.twophase.app.recovery.RecoveryWorld.HALF_AN_HOUR;
import static io.twophase.app.recovery.RecoveryWorld.LIVING;
import static io.twophase.app.recovery.RecoveryWorld.SECOND;
import static io.twophase.app.testing.Books.recover;
import static io.twophase.app.testing.Books.request;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.recovery.Recovery.RecoveryRounds;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.transfer.EnqueueOutcome;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.Transition;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.Unreadables;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RecoveryTest {

  @AutoClose private final RecoveryWorld there = new RecoveryWorld();
  private final TwoPhase host = there.host;

  private static TwoPhaseSettings impatientSettings() {
    return new TwoPhaseSettings(
        EngineSettings.of(application("impatient")).withPatience(Duration.ZERO), 10);
  }

  private TwoPhase impatient() {
    return there.host(there.store, impatientSettings());
  }

  private void isClean() {
    assertThat(host.audit().run().findings()).isEmpty();
  }

  @Test
  void whatIsEnqueuedWithoutAnAnswerIsUnknown() {
    there.store.faults().when(WriteKind.BEGIN).next(Fault.LOSE_ANSWER);
    try (TwoPhase impatient = impatient()) {
      assertThat(impatient.transfers().enqueue(request("u", 1)))
          .isInstanceOf(EnqueueOutcome.Unknown.class);
    }
  }

  @Test
  void manyAreRecoveredInBatches() {
    for (int at = 0; at < 7; at++) {
      there.begin(transfer("t" + at, "A", "B", cents(1)), DEAD);
    }
    try (TwoPhase byTwo =
        there.host(there.store, new TwoPhaseSettings(EngineSettings.of(application("test")), 2))) {
      assertThat(recover(byTwo, ALL)).hasSize(7).hasOnlyElementsOfType(Recovered.Done.class);
    }
    isClean();
  }

  /** So many records that cannot be read are older than all others. */
  private void isBehind(int unreadable) {
    for (int at = 0; at < unreadable; at++) {
      there.begin(transfer("unreadable-" + at, "A", "B", cents(1)), DEAD);
      there.store.unreadables().plant(Unreadables.Kind.RECORD, "unreadable-" + at);
    }
    there.pass(SECOND);
  }

  @Test
  void recordsThatCannotBeReadDoNotHideWhatIsBehindThem() {
    int unreadable = 2 * RecordQuery.MAX_LIMIT + 1;
    isBehind(unreadable);
    there.dieAfter(1, request("t", 30));

    assertThat(there.recover(ALL))
        .hasSize(unreadable + 1)
        .contains(new Recovered.Done("t", State.PENDING))
        .extracting(Recovered::id)
        .doesNotHaveDuplicates();
    assertThat(there.balances()).containsExactly(70L, 30L, 0L);
  }

  @Test
  void roundsThatLeaveFailuresOutReadBehindThem() {
    isBehind(RecordQuery.MAX_LIMIT);
    RecoveryRounds rounds = new RecoveryRounds(host.recovery(), ALL);
    rounds.next(recovered -> {});
    rounds.next(recovered -> {});
    there.dieAfter(1, request("t", 30));

    List<Recovered> third = new ArrayList<>();
    rounds.next(third::add);

    assertThat(third).containsExactly(new Recovered.Done("t", State.PENDING));
  }

  @Test
  void failuresAreReportedAndTriedLessAndLessOften() {
    there.dieAfter(1, request("t", 30));
    List<Integer> triedIn = new ArrayList<>();
    try (TwoPhase impatient = impatient()) {
      RecoveryRounds rounds = new RecoveryRounds(impatient.recovery(), ALL);
      for (int round = 1; round <= 20; round++) {
        int now = round;
        there.store.faults().when(WriteKind.STAMP).next(Fault.LOSE_REQUEST);
        rounds.next(
            recovered -> {
              assertThat(recovered).isInstanceOf(Recovered.Unfinished.class);
              triedIn.add(now);
            });
      }
    }

    assertThat(triedIn).containsExactly(1, 2, 4, 8, 16);
    there.store.faults().clear();
    assertThat(there.recover(ALL)).containsExactly(new Recovered.Done("t", State.PENDING));
  }

  @Test
  void whatIsOldIsNotKeptWaitingForWhatIsYoung() {
    there.begin(transfer("old", "A", "B", cents(1)), LIVING);
    there.clock.advance(HALF_AN_HOUR);
    there.beat(DEAD.orElseThrow(), SECOND);
    there.begin(transfer("dead", "A", "B", cents(1)), DEAD);
    Map<String, Duration> finishedAt = new HashMap<>();

    there.host.recovery().pass(AS_EVER, one -> finishedAt.put(one.id(), there.now));

    assertThat(finishedAt).containsOnlyKeys("old", "dead");
    assertThat(finishedAt.get("old")).isZero();
    assertThat(finishedAt.get("dead")).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
  }

  @Test
  void aFullPageOfWhatCannotBeVoidedKeepsNoOtherWaiting() {
    Duration week = Duration.ofDays(7);
    NewTransaction body =
        transfer("t", "A", "B", cents(50)).authorizedUnder(new AuthorizationTerms(week));
    there.begin(body, DEAD);
    new DocumentWrites(there.sound).hold(body, 1);
    there.move(Transition.authorize(RecordId.of(body.id()), epoch(1)));
    there.clock.advance(week);
    List<Lookup> damaged =
        Collections.nCopies(RecordQuery.MAX_LIMIT, Lookup.unreadable("x", "odd"));
    RecordQuery first = RecordQuery.overdue(RecordQuery.MAX_LIMIT);
    Store full =
        Books.at(
            there.store,
            "list",
            call ->
                call.asked().equals(List.of(first))
                    ? damaged
                    : call.asked().equals(List.of(first.withSkip(RecordQuery.MAX_LIMIT)))
                        ? call.with(List.of(first)).make()
                        : call.make());

    try (TwoPhase recoverer = there.host(full, TwoPhaseSettings.of(application("test")))) {
      assertThat(recover(recoverer, ALL))
          .endsWith(
              new Recovered.Canceled(
                  "t", State.AUTHORIZED, new CancelReason.Expired(Fixtures.NOW.plus(week))));
    }
  }
}
