package io.twophase.test.contract.record;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Records;
import io.twophase.test.contract.Race;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link Records#take}. */
public abstract class TakingContract extends RecordContract {

  private MatchOutcome take(MemberTake take) {
    Lookup before = member(take.member().value());
    List<MatchOutcome> outcomes = records().take(List.of(take));
    assertThat(outcomes).hasSize(1);
    if (outcomes.get(0) == MATCHED) {
      Lookup after = member(take.member().value());
      take.taken(before.member().orElseThrow(), Instant.EPOCH)
          .peekLeft(
              record ->
                  assertThat(after.record().map(RecordContract::withoutTimes))
                      .contains(withoutTimes(record)))
          .peek(member -> assertThat(after.member()).contains(member));
    }
    return outcomes.get(0);
  }

  private static MemberTake into(String member, RecordId into) {
    return MemberTake.into(into, document(BATCH, member));
  }

  private static MemberTake alone(MemberDocument free) {
    return MemberTake.alone(free, OWNER);
  }

  private static MemberTake canceled(String member) {
    return MemberTake.canceled(document(BATCH, member), ON_REQUEST, RIVAL);
  }

  @Test
  void aMemberIsTakenIntoAnotherRecord() {
    begin(four());
    Instant begunAt = member("m1").member().orElseThrow().createdAt();
    letTimePass();

    assertThat(take(into("m1", OTHER))).isEqualTo(MATCHED);

    assertThat(document("m1")).contains(document(OTHER, "m1"));
    assertThat(member("m1").member().orElseThrow().createdAt()).isEqualTo(begunAt);
    assertThat(member("m1").record()).isEmpty();
    assertThat(take(into("m1", OTHER))).isEqualTo(NOT_MATCHED);
    assertThat(document("m2")).contains(document(BATCH, "m2"));
  }

  @Test
  void aMemberGoesOnAloneAsARecordThatMovesWithItsOwnLabels() {
    NewTransaction labelled = body("m1").noted("sent – twice");
    begin(NewRecord.several(BATCH, List.of(labelled, body("m2")), true, OWNER));

    assertThat(take(alone(document(BATCH, "m1")))).isEqualTo(MATCHED);

    assertThat(withoutTimes(record(id("m1"))))
        .isEqualTo(NewRecord.alone(labelled, OWNER).stored(Instant.EPOCH));
    assertThat(member("m1").member()).isEmpty();
    move(decideAlone("m1"), finish(id("m1")));
    assertThat(record(id("m1")).state()).isEqualTo(State.DONE);
  }

  @Test
  void aMemberIsCanceledAlone() {
    begin(four());
    Instant begunAt = member("m1").member().orElseThrow().createdAt();
    letTimePass();

    assertThat(take(canceled("m1"))).isEqualTo(MATCHED);

    TransactionRecord record = record(id("m1"));
    assertThat(record.state()).isEqualTo(State.CANCELED);
    assertThat(record.reason()).contains(ON_REQUEST);
    assertThat(record.only()).contains(body("m1"));
    assertThat(record.endedAt().orElseThrow()).isAfter(begunAt);
    assertThat(record.isOwnedBy(RIVAL.token())).isTrue();
    assertThat(record.owner().orElseThrow().process()).isEmpty();
  }

  @Test
  void aMemberOfAnotherRecordIsNotTakenNorAnotherBody() {
    begin(four());

    assertThat(take(alone(document(OTHER, "m1")))).isEqualTo(NOT_MATCHED);
    for (NewTransaction other :
        List.of(
            transfer("m1", "A", "B", cents(2)),
            transfer("m1", "A", "C", cents(7)),
            transfer("m1", "B", "A", cents(7)))) {
      assertThat(take(alone(new MemberDocument(BATCH, other, Instant.EPOCH))))
          .isEqualTo(NOT_MATCHED);
    }
    assertThat(document("m1")).contains(document(BATCH, "m1"));
  }

  @Test
  void aCallTakesSeveralEachAsItSays() {
    begin(four());

    assertThat(
            records()
                .take(
                    List.of(
                        into("m4", OTHER),
                        alone(document(OTHER, "m3")),
                        alone(document(BATCH, "m2")),
                        canceled("m1"))))
        .containsExactly(MATCHED, NOT_MATCHED, MATCHED, MATCHED);

    assertThat(document("m4")).contains(document(OTHER, "m4"));
    assertThat(document("m3")).contains(document(BATCH, "m3"));
    assertThat(record(id("m2")).state()).isEqualTo(State.PENDING);
    assertThat(record(id("m1")).state()).isEqualTo(State.CANCELED);
  }

  @Test
  void ofManyWhoTakeAMemberOneDoes() {
    begin(four());

    List<MatchOutcome> outcomes =
        Race.of(
            8,
            runner ->
                records()
                    .take(
                        List.of(
                            runner % 2 == 0
                                ? into("m1", new RecordId("batch:runner-" + runner))
                                : alone(document(BATCH, "m1"))))
                    .get(0));

    assertThat(outcomes).containsOnlyOnce(MATCHED);
  }

  @Test
  void theStampsOfACanceledMemberAreOfOneMoment() {
    begin(four());
    letTimePass();
    take(canceled("m1"));

    TransactionRecord record = record(id("m1"));
    assertThat(record.endedAt()).contains(record.lastModified());
  }
}
