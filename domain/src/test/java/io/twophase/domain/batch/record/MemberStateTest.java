package io.twophase.domain.batch.record;

import static io.twophase.domain.batch.record.BatchRecords.APPLIED;
import static io.twophase.domain.batch.record.BatchRecords.CANCELED;
import static io.twophase.domain.batch.record.BatchRecords.CANCELING;
import static io.twophase.domain.batch.record.BatchRecords.DONE;
import static io.twophase.domain.batch.record.BatchRecords.EXCLUDING;
import static io.twophase.domain.batch.record.BatchRecords.ID;
import static io.twophase.domain.batch.record.BatchRecords.PENDING;
import static io.twophase.domain.batch.record.BatchRecords.REFUSAL;
import static io.twophase.domain.batch.record.BatchRecords.TOMBSTONE;
import static io.twophase.domain.batch.record.BatchRecords.TRANSFERS;
import static io.twophase.domain.batch.record.BatchRecords.id;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.batch.Member;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A member's state is read from the batch that it names")
class MemberStateTest {

  private static final MemberState PENDING_MEMBER = new MemberState.Pending();
  private static final MemberState LEFT_OUT = new MemberState.LeftOut();
  private static final MemberState ON_HIS_REQUEST = new MemberState.Canceled(ON_REQUEST);

  private static List<MemberState> states(BatchRecord record) {
    return List.of(
        record.of(id("m1")), record.of(id("m2")), record.of(id("m3")), record.of(id("m4")));
  }

  @Test
  void ofAPendingOne() {
    assertThat(states(EXCLUDING))
        .containsExactly(PENDING_MEMBER, ON_HIS_REQUEST, PENDING_MEMBER, PENDING_MEMBER);
  }

  @Test
  void ofADecidedOne() {
    MemberState refused = new MemberState.Canceled(new CancelReason.Refused(REFUSAL));
    assertThat(states(APPLIED))
        .containsExactly(new MemberState.Applied(false), ON_HIS_REQUEST, refused, LEFT_OUT);
    assertThat(states(DONE))
        .containsExactly(new MemberState.Applied(true), ON_HIS_REQUEST, refused, LEFT_OUT);
    assertThat(APPLIED.applied()).containsExactly(id("m1"));
  }

  @Test
  void ofACanceledOne() {
    assertThat(states(CANCELING)).containsOnly(ON_HIS_REQUEST);
    assertThat(states(CANCELED)).containsOnly(ON_HIS_REQUEST);
  }

  @Test
  void ofOneThatDoesNotListIt() {
    assertThat(PENDING.of(id("m9"))).isEqualTo(LEFT_OUT);
    assertThat(states(TOMBSTONE)).containsOnly(LEFT_OUT);
  }

  @Test
  void aLeftOutMemberIsFreeWhenItsBatchHasEnded() {
    assertThat(APPLIED.isLeftOut(id("m4"))).isTrue();
    assertThat(APPLIED.frees(id("m4"))).isFalse();
    assertThat(DONE.frees(id("m4"))).isTrue();
    assertThat(DONE.frees(id("m1"))).isFalse();
    assertThat(DONE.frees(id("m2"))).isFalse();
    assertThat(CANCELED.frees(id("m1"))).isFalse();
    assertThat(TOMBSTONE.frees(id("m1"))).isTrue();
  }

  @Test
  void aFreeMemberIsTakenWithItsBody() {
    MemberDocument free = new MemberDocument(ID, TRANSFERS.get(3));
    assertThat(free.takenBy(new BatchId("batch:2")).body()).isEqualTo(TRANSFERS.get(3));
    Transaction alone = free.alone(APP, Option.none(), token("t"), NOW);
    assertThat(alone.body()).isEqualTo(TRANSFERS.get(3));
    assertThat(alone.state()).isEqualTo(State.PENDING);
    Transaction canceled = free.canceled(ON_REQUEST, token("t"), NOW);
    assertThat(canceled.state()).isEqualTo(State.CANCELED);
    assertThat(canceled.reason()).contains(ON_REQUEST);
  }

  @Test
  void aDocumentIsOfABatchOrLoneOrNotThere() {
    MemberDocument member = new MemberDocument(ID, TRANSFERS.get(0));
    assertThat(new TransferLookup.OfBatch(member).body()).contains(member.body());
    assertThat(new TransferLookup.Lone(member.alone(APP, Option.none(), token("t"), NOW)).body())
        .contains(member.body());
    assertThat(new TransferLookup.Absent().body()).isEmpty();
  }

  @Test
  void onlyATransferIsAMember() {
    Member member = Members.of(TRANSFERS.get(0));
    assertThat(member)
        .isEqualTo(new Member(id("m1"), Fixtures.accountId("A"), Fixtures.accountId("B"), 1));
    NewTransaction turned =
        transaction("t", Fixtures.credit("B", eur("1.00")), Fixtures.debit("A", eur("1.00")));
    assertThat(Members.of(turned).source()).isEqualTo(Fixtures.accountId("A"));
    NewTransaction split =
        transaction(
            "t",
            Fixtures.debit("A", eur("2.00")),
            Fixtures.credit("B", eur("1.00")),
            Fixtures.credit("C", eur("1.00")));
    assertThat(Members.isTransfer(split)).isFalse();
    assertThatThrownBy(() -> new MemberDocument(ID, split))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no transfer");
  }

  @Test
  void aBatchIsOfOneCurrencyAndHasEachTransferOnce() {
    NewTransaction euros = transfer("e", "A", "B", eur("1.00"));
    assertThatThrownBy(() -> new NewBatch(ID, List.of(TRANSFERS.get(0), euros), false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new NewBatch(ID, List.of(euros, euros), false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new NewBatch(ID, List.of(), false))
        .isInstanceOf(IllegalArgumentException.class);
    NewBatch batch = new NewBatch(ID, List.of(euros), true);
    assertThat(batch.currency()).isEqualTo(Fixtures.EUR);
    assertThat(batch.documents()).containsExactly(new MemberDocument(ID, euros));
    assertThat(batch.members()).containsExactly(Members.of(euros));
  }

  @Test
  void aRecordSaysWhetherSomebodyMayBeLeftOut() {
    assertThat(BatchRecords.EXCLUDING.leavesOut()).isFalse();
    assertThat(APPLIED.leavesOut()).isTrue();
    assertThat(DONE.leavesOut()).isTrue();
    assertThat(BatchRecords.CANCELED.leavesOut()).isFalse();
    assertThat(TOMBSTONE.leavesOut()).isTrue();
    BatchTransition.Decide all =
        new BatchTransition.Decide(
            ID, Fixtures.epoch(1), BatchRecords.EXCLUDING.excluded(), Verdict.allApplied());
    assertThat(BatchRecords.change(BatchRecords.EXCLUDING, all).leavesOut()).isFalse();
  }

  @Test
  void onceNobodyIsLeftOutAnyMoreNothingElseOfTheRecordHasChanged() {
    BatchRecord forgotten = DONE.withoutLeftOut();

    assertThat(forgotten.leavesOut()).isFalse();
    assertThat(forgotten.isLeftOut(id("m4"))).isTrue();
    assertThat(forgotten.endedAt()).isEqualTo(DONE.endedAt());
    assertThat(forgotten.withoutLeftOut()).isEqualTo(forgotten);
  }

  @Test
  void aRecordThatCannotBeIsRefused() {
    assertThatThrownBy(() -> record(State.INITIAL, Option.none()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> record(State.CANCELED, Option.none()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> record(State.DONE, Option.some(ON_REQUEST)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static BatchRecord record(State state, Option<CancelReason> reason) {
    return new BatchRecord(
        ID,
        List.of(id("m1")),
        false,
        state,
        Fixtures.epoch(1),
        LinkedHashMap.empty(),
        Verdict.allApplied(),
        false,
        Option.none(),
        reason,
        NOW,
        NOW);
  }
}
