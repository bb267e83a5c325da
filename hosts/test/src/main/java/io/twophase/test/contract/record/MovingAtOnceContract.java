package io.twophase.test.contract.record;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.CancelReason.Recovered;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Records;
import io.twophase.test.contract.Race;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@link Records#move} of many records in one call, of one record by many, and when. */
public abstract class MovingAtOnceContract extends RecordContract {

  private static Owner runner(int number) {
    return new Owner(RIVAL.application(), token("runner " + number));
  }

  private static Transition takeOver(RecordId id, Owner owner) {
    return Transition.acquire(id, Epoch.FIRST, owner);
  }

  @Test
  void aThousandAreMovedInOneCall() {
    List<String> all = IntStream.range(0, 1_000).mapToObj(n -> "t" + n).toList();
    begin(all.stream().map(RecordContract::alone).toArray(NewRecord[]::new));

    assertThat(records().move(all.stream().map(RecordContract::decideAlone).toList()))
        .hasSize(1_000)
        .containsOnly(MATCHED);
    assertThat(records().move(all.stream().map(id -> takeOver(id(id), RIVAL)).toList()))
        .hasSize(1_000)
        .containsOnly(NOT_MATCHED);
  }

  @Test
  void ofManyWhoTakeARecordOverOneDoesAndTheRecordIsIts() {
    for (NewRecord begun : List.of(four(), alone("t1"))) {
      begin(begun);

      List<MatchOutcome> outcomes =
          Race.of(8, number -> moved(takeOver(begun.id(), runner(number))));

      assertThat(outcomes).containsOnlyOnce(MATCHED);
      assertThat(record(begun.id()).isOwnedBy(runner(outcomes.indexOf(MATCHED)).token())).isTrue();
    }
  }

  @Test
  void anExclusionIsInTheDecisionOrComesTooLate() {
    for (int round = 0; round < 20; round++) {
      RecordId id = new RecordId("batch:race-" + round);
      String member = "member-" + round;
      begin(several(id, member));
      Transition exclude = Transition.exclude(id, transactionId(member), new Recovered());
      Transition decide = decideAll(id, member);

      List<MatchOutcome> outcomes = Race.of(2, number -> moved(number == 0 ? exclude : decide));

      assertThat(outcomes).containsOnlyOnce(MATCHED);
      assertThat(record(id).excluded().isEmpty()).isEqualTo(outcomes.get(0) != MATCHED);
    }
  }

  @Test
  void theTimesAreThoseOfTheStepsInTheirOrder() {
    begin(NewRecord.submitted(authorization("t1")));
    List<Transition> steps =
        List.of(
            Transition.acquire(id("t1"), Epoch.NONE, OWNER),
            Transition.acquire(id("t1"), Epoch.FIRST, RIVAL),
            Transition.authorize(id("t1"), at(2)),
            Transition.capture(transactionId("t1"), at(2), List.of(), 0, OWNER));
    Instant last = record(id("t1")).createdAt();
    Instant authorized = last;
    for (Transition step : steps) {
      letTimePass();
      move(step);
      assertThat(record(id("t1")).lastModified()).isAfter(last);
      authorized = last;
      last = record(id("t1")).lastModified();
    }
    letTimePass();
    move(finish(id("t1")));

    TransactionRecord record = record(id("t1"));
    assertThat(
            Stream.of(
                record.createdAt(),
                record.timeline().claimedAt().orElseThrow(),
                record.timeline().takenOverAt().orElseThrow(),
                record.timeline().authorizedAt().orElseThrow(),
                record.timeline().decidedAt().orElseThrow(),
                record.endedAt().orElseThrow()))
        .isSorted()
        .doesNotHaveDuplicates();
    // a server may read its clock anew for each stamp of one update
    assertThat(record.timeline().decidedAt().orElseThrow()).isAfter(authorized);
    assertThat(record.endedAt().orElseThrow()).isAfter(last);
  }

  @Test
  void aRecordOfSeveralSaysWhenItWasDecidedAndWhenItEnded() {
    begin(four());
    letTimePass();
    move(exclude("m2"), decide());
    Optional<Instant> decided = record(BATCH).timeline().decidedAt();
    Instant last = record(BATCH).lastModified();
    letTimePass();
    move(finish(BATCH));
    TransactionRecord ended = record(BATCH);
    letTimePass();

    move(Transition.forget(BATCH, State.DONE));

    TransactionRecord record = record(BATCH);
    assertThat(decided.orElseThrow()).isAfter(record.createdAt());
    assertThat(record.timeline().decidedAt()).isEqualTo(decided);
    assertThat(record.endedAt().orElseThrow()).isAfter(last);
    assertThat(record.endedAt()).isEqualTo(ended.endedAt());
    assertThat(ended.leavesOut()).isTrue();
    assertThat(record.leavesOut()).isFalse();
  }

  @Test
  void aMemberIsDecidedAndEndsWhenItsRecordDoes() {
    begin(four());
    letTimePass();
    move(exclude("m2"), decide());
    Instant decided = record(BATCH).timeline().decidedAt().orElseThrow();
    assertThat(view("m1").timeline().decidedAt()).contains(decided);
    assertThat(view("m1").timeline().finishedAt()).isEmpty();
    assertThat(view("m1").owner()).isEqualTo(OWNER.process());
    assertThat(view("m1").token()).isEmpty();
    letTimePass();
    move(finish(BATCH));
    Instant endedAt = record(BATCH).endedAt().orElseThrow();
    for (String id : List.of("m1", "m2", "m3")) {
      assertThat(view(id).timeline().decidedAt()).contains(decided);
      assertThat(view(id).timeline().finishedAt()).contains(endedAt);
      assertThat(view(id).lastModified()).isAfter(decided);
    }
    assertThat(view("m4").timeline().decidedAt()).isEmpty();
  }

  private Transaction view(String id) {
    return member(id).transaction().orElseThrow();
  }

  /** A server that reads its clock once for an update gives its stamps one time. */
  @Test
  void theStampsOfOneStepAreOfOneMoment() {
    begin(several(OTHER, "m5"));
    begin(four());
    letTimePass();
    move(exclude("m2"), decide());
    TransactionRecord decided = record(BATCH);
    letTimePass();
    move(finish(BATCH));
    TransactionRecord ended = record(BATCH);

    assertThat(decided.timeline().decidedAt()).contains(decided.lastModified());
    assertThat(ended.endedAt()).contains(ended.lastModified());
    for (String member : List.of("m1", "m2")) {
      assertThat(member(member).transaction().orElseThrow().lastModified())
          .isEqualTo(ended.endedAt().orElseThrow());
    }
    begin(NewRecord.alone(body("t1"), OWNER));
    letTimePass();
    move(decideAlone("t1"));
    TransactionRecord alone = record(id("t1"));
    assertThat(alone.timeline().decidedAt()).contains(alone.lastModified());
    letTimePass();
    move(finish(id("t1")));
    assertThat(record(id("t1")).endedAt()).contains(record(id("t1")).lastModified());
  }
}
