package io.twophase.domain.batch.protocol;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.MemberState;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.protocol.Event;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeRequest;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the explorer does not meet, and the steps of one run in their order. */
@DisplayName("A worker of a batch")
class BatchWorkerTest {

  private static final BatchId ID = new BatchId("batch:1");
  private static final NewTransaction M1 = transfer("m1", "A", "B", cents(3));
  private static final NewTransaction M2 = transfer("m2", "B", "A", cents(1));
  private static final NewBatch BATCH = new NewBatch(ID, List.of(M1, M2), false);
  private static final BatchRecord.Owner OWNER =
      new BatchRecord.Owner(APP, Option.none(), token("owner"));

  private static BatchWorker running() {
    return BatchWorker.start(new BatchGoal.Run(BATCH), OWNER);
  }

  private static BatchEvent begun(BeginOutcome... members) {
    return new BatchEvent.Begun(BeginOutcome.BEGUN, List.of(members));
  }

  private static BatchEvent counted(MatchOutcome... outcomes) {
    return new BatchEvent.Replied(
        Stream.of(outcomes).<RangeReply>map(RangeReply.Counted::new).toList());
  }

  private static BatchWorker holding() {
    return running().after(begun(BeginOutcome.BEGUN, BeginOutcome.BEGUN));
  }

  private static BatchWorker decided() {
    return holding()
        .after(counted(MatchOutcome.MATCHED, MatchOutcome.MATCHED))
        .after(new BatchEvent.Moved(MatchOutcome.MATCHED));
  }

  @Test
  void holdsDecidesSettlesAndFinishes() {
    assertThat(holding().step())
        .isEqualTo(
            new BatchStep.OnAccounts(
                List.of(
                    new RangeRequest.Hold(
                        accountId("A"), epoch(1), Range.whole(3, 1), cents(1).currency()),
                    new RangeRequest.Hold(
                        accountId("B"), epoch(1), Range.whole(1, 3), cents(1).currency()))));
    BatchWorker settling = decided();
    assertThat(settling.step())
        .isEqualTo(
            new BatchStep.OnAccounts(
                List.of(
                    new RangeRequest.Settle(accountId("A"), epoch(1), -2),
                    new RangeRequest.Settle(accountId("B"), epoch(1), 2))));
    assertThat(settling.held(accountId("A"))).contains(Range.whole(3, 1));
    assertThat(settling.held(accountId("C"))).isEmpty();
    BatchWorker finishing = settling.after(counted(MatchOutcome.MATCHED, MatchOutcome.MATCHED));
    assertThat(finishing.step()).isEqualTo(new BatchStep.Move(new BatchTransition.Finish(ID)));
    BatchWorker stopped = finishing.after(new BatchEvent.Moved(MatchOutcome.MATCHED));
    BatchResult.Decided result = (BatchResult.Decided) stopped.result().get();
    assertThat(result.of(M1.id())).isEqualTo(new MemberState.Applied(true));
    assertThat(result.of(transactionId("m9"))).isEqualTo(new MemberState.LeftOut());
  }

  @Test
  void knowsTheOutcomeFromTheDecisionOn() {
    assertThat(holding().certain()).isEmpty();
    assertThat(decided().certain().get().of(M2.id())).isEqualTo(new MemberState.Applied(false));
    assertThat(decided().after(new BatchEvent.GaveUp()).result())
        .contains(decided().certain().get());
    assertThat(holding().after(new BatchEvent.GaveUp()).result().get())
        .isInstanceOf(BatchResult.Unknown.class);
  }

  @Test
  void sendsASettleInDoubtAgainAndNoOther() {
    BatchWorker again = decided().after(counted(MatchOutcome.IN_DOUBT, MatchOutcome.NOT_MATCHED));
    assertThat(again.step())
        .isEqualTo(
            new BatchStep.OnAccounts(
                List.of(new RangeRequest.Settle(accountId("A"), epoch(1), -2))));
  }

  @Test
  void leavesWhatIsAliveToItsOwner() {
    BatchRecord record = BatchRecord.begun(BATCH, OWNER, NOW);
    BatchWorker other =
        BatchWorker.start(
            new BatchGoal.Resume(ID), new BatchRecord.Owner(APP, Option.none(), token("other")));
    assertThat(other.after(new BatchEvent.RecordSeen(Option.some(record), false)).result())
        .contains(new BatchResult.Busy(epoch(1)));
    assertThat(other.after(new BatchEvent.RecordSeen(Option.none(), true)).result())
        .contains(new BatchResult.NotFound());
    assertThat(other.after(new BatchEvent.RecordSeen(Option.some(record), true)).step())
        .isInstanceOf(BatchStep.Move.class);
  }

  @Test
  void doesNotCancelWhatIsDecided() {
    BatchRecord applied =
        new BatchTransition.Decide(
                ID, epoch(1), io.vavr.collection.LinkedHashMap.empty(), Verdict.allApplied())
            .apply(BatchRecord.begun(BATCH, OWNER, NOW), NOW)
            .get();
    BatchWorker canceller = BatchWorker.start(new BatchGoal.Cancel(ID, ON_REQUEST), OWNER);
    assertThat(canceller.after(new BatchEvent.RecordSeen(Option.some(applied), false)).result())
        .contains(new BatchResult.AlreadyDecided(State.APPLIED));
  }

  @Test
  void waitsWhereTheDocumentOfAnAppliedMemberIsNotSeen() {
    BatchRecord applied = decided().certain().get().record();
    BatchWorker reading =
        BatchWorker.start(
                new BatchGoal.Resume(ID), new BatchRecord.Owner(APP, Option.none(), token("other")))
            .after(new BatchEvent.RecordSeen(Option.some(applied), true));
    assertThat(reading.step()).isInstanceOf(BatchStep.ReadMembers.class);
    TransferLookup there = new TransferLookup.OfBatch(new MemberDocument(ID, M1));
    assertThat(
            reading
                .after(new BatchEvent.MembersSeen(List.of(there, new TransferLookup.Absent())))
                .step())
        .isEqualTo(new BatchStep.Await());
  }

  @Test
  void refusesAnEventThatItsStepCannotComeTo() {
    assertThatThrownBy(() -> running().after(new BatchEvent.Moved(MatchOutcome.MATCHED)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> running().after(begun(BeginOutcome.BEGUN)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("1 answers to 2 questions");
  }

  @Test
  void isAValue() {
    assertThat(holding()).isEqualTo(holding()).hasSameHashCodeAs(holding());
    assertThat(holding()).isNotEqualTo(decided());
    assertThat(holding().toString()).contains("batch:1");
  }

  @Test
  void ofOneTransferBeginsNoneForOthers() {
    assertThatThrownBy(
            () -> MemberWorker.start(M1.id(), new Goal.Submit(M1), APP, Option.none(), token("t")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** A worker of one transfer that has read its document, which names the batch. */
  private static MemberWorker reading(Goal goal) {
    MemberWorker worker = MemberWorker.start(M1.id(), goal, APP, Option.none(), token("t"));
    assertThat(worker.step()).isEqualTo(new MemberStep.ReadTransfer(false));
    return worker.after(
        new MemberEvent.TransferSeen(
            new TransferLookup.OfBatch(new MemberDocument(ID, M1)), false));
  }

  private static MemberEvent seen(BatchRecord record) {
    return new MemberEvent.BatchSeen(Option.some(record));
  }

  private static BatchRecord leavingOutM1() {
    return new BatchTransition.Decide(
            ID,
            epoch(1),
            io.vavr.collection.LinkedHashMap.empty(),
            new Verdict(
                io.vavr.collection.LinkedHashMap.empty(),
                io.vavr.collection.LinkedHashSet.of(M1.id())))
        .apply(BatchRecord.begun(BATCH, OWNER, NOW), NOW)
        .get();
  }

  @Test
  void ofOneTransferForRecoveryTakesWhatWasLeftOutOnceItsBatchIsDone() {
    BatchRecord applied = leavingOutM1();
    BatchRecord done = new BatchTransition.Finish(ID).apply(applied, NOW).get();
    MemberWorker reading = reading(new Goal.Resume());

    assertThat(reading.after(seen(applied)).step()).isEqualTo(new MemberStep.ReadTransfer(true));
    MemberWorker taking = reading.after(seen(done));
    assertThat(taking.step()).isEqualTo(new MemberStep.TakeAlone(new MemberDocument(ID, M1)));
    // it goes on by the record, which has its token
    assertThat(taking.after(new MemberEvent.Matched(MatchOutcome.MATCHED)).step())
        .isEqualTo(new MemberStep.ReadTransfer(false));
  }

  @Test
  void ofOneTransferForRecoveryCancelsWhatWasLeftOutAndNothingThatIsAtWork() {
    MemberWorker reading = reading(new Goal.Abandon());

    assertThat(reading.after(seen(BatchRecord.begun(BATCH, OWNER, NOW))).step())
        .isEqualTo(new MemberStep.ReadTransfer(true));
    assertThat(reading.after(seen(leavingOutM1())).step())
        .isEqualTo(new MemberStep.ReadTransfer(true));
    BatchRecord done = new BatchTransition.Finish(ID).apply(leavingOutM1(), NOW).get();
    MemberWorker taking = reading.after(seen(done));
    assertThat(taking.step()).isEqualTo(new MemberStep.TakeCanceled(new MemberDocument(ID, M1)));
    assertThat(taking.after(new MemberEvent.Matched(MatchOutcome.MATCHED)).result())
        .contains(new MemberResult.OfBatch(new MemberState.Canceled(new CancelReason.Recovered())));
  }

  @Test
  void ofOneTransferSaysThatItsIdIsAnothers() {
    MemberWorker worker =
        MemberWorker.start(M1.id(), new Goal.Run(M1), APP, Option.none(), token("t"))
            .after(new MemberEvent.Lone(new Event.Inserted(BeginOutcome.ID_TAKEN)));
    MemberDocument other = new MemberDocument(ID, transfer("m1", "A", "B", cents(4)));
    assertThat(
            worker
                .after(new MemberEvent.TransferSeen(new TransferLookup.OfBatch(other), false))
                .result())
        .contains(new MemberResult.IdReused(other));
    assertThat(
            worker.after(new MemberEvent.TransferSeen(new TransferLookup.Absent(), false)).result())
        .contains(new MemberResult.Expired());
    assertThat(worker.after(new MemberEvent.GaveUp()).result().get())
        .isInstanceOf(MemberResult.Unknown.class);
    assertThatThrownBy(() -> worker.after(new MemberEvent.Matched(MatchOutcome.MATCHED)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void ofOneTransferThatIsNotThereCancelsNothing() {
    MemberWorker worker =
        MemberWorker.start(M1.id(), new Goal.Cancel(ON_REQUEST), APP, Option.none(), token("t"))
            .after(new MemberEvent.TransferSeen(new TransferLookup.Absent(), false));
    assertThat(worker.result())
        .contains(new MemberResult.Lone(new io.twophase.domain.protocol.Result.NotFound()));
  }
}
