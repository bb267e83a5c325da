package io.twophase.domain.protocol;

import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.testing.RecordFixture;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A worker that meets documents which others hold")
class WaitingStoriesTest {

  private static final ChangeDocument A = change(order("A"), is("n", 0), set("n", 1));
  private static final ChangeDocument B = change(order("B"), set("n", 1));
  private static final ChangeDocument C = change(order("C"), set("n", 1));

  /** Whose hold of whatever it wants is in the way. */
  private static final DocumentHold OTHERS = DocumentHold.of(leg("other", 1, A));

  private static final HoldOutcome HELD = DocumentHoldOutcome.held();
  private static final HoldOutcome BUSY = new DocumentHoldOutcome.Busy(OTHERS);
  private static final HoldOutcome DOUBT = DocumentHoldOutcome.inDoubt();

  private final NewTransaction body = of(C, A, B);
  private final Story story =
      Story.of(new Goal.Run(body))
          .observes("inserted BEGUN")
          .next("hold@1 orders \"C\" orders \"A\" orders \"B\"");

  @Test
  @DisplayName("asks for all at once, and goes on where nothing is busy")
  void nothingBusy() {
    story.observes(holds(HELD, HELD, HELD)).next("decide@1");
  }

  @Test
  @DisplayName("and holds nothing waits in the same epoch, for one after the other in order")
  void nothingHeld() {
    story
        .observes(holds(BUSY, BUSY, BUSY))
        .next("await room@1 orders \"A\"")
        .observes(holds(BUSY))
        .next("await room@1 orders \"A\"")
        .observes(holds(HELD))
        .next("hold@1 orders \"B\"")
        .observes(holds(HELD))
        .next("hold@1 orders \"C\"")
        .observes(holds(HELD))
        .next("decide@1");
  }

  @Test
  @DisplayName("says what it waits for, and who holds it")
  void says() {
    story.observes(holds(BUSY, HELD, HELD));
    Step.AwaitRoom waits = (Step.AwaitRoom) story.worker().step();
    assertThat(waits.busy()).isEqualTo(busy("C"));
    assertThat(waits.blocker()).containsExactly(new HeldDocument(order("C"), OTHERS));
  }

  @Test
  @DisplayName("says where it is held, if that is another document, which has a value it wants")
  void saysWhere() {
    HoldOutcome elsewhere = new DocumentHoldOutcome.Busy(OTHERS, Option.some(order("D")));
    story.observes(holds(elsewhere, HELD, HELD));
    Step.AwaitRoom waits = (Step.AwaitRoom) story.worker().step();
    assertThat(waits.busy()).isEqualTo(busy("C"));
    assertThat(waits.blocker()).containsExactly(new HeldDocument(order("D"), OTHERS));
  }

  /** Who has that value may wait for A, behind which it does come. */
  @Test
  @DisplayName("for a value that a document before those it holds has gives all back")
  void valueOfOneBefore() {
    HoldOutcome elsewhere = new DocumentHoldOutcome.Busy(OTHERS, Option.some(order("0")));
    story
        .observes(holds(elsewhere, HELD, HELD))
        .next("take over@1")
        .observes("moved MATCHED")
        .next("withdraw@1 orders \"A\" orders \"B\"")
        .observes("matches MATCHED MATCHED")
        .next("await room@2 orders \"A\"")
        .observes(holds(HELD))
        .next("hold@2 orders \"B\"")
        .observes(holds(HELD))
        .next("hold@2 orders \"C\"")
        .observes(holds(elsewhere))
        .next("take over@2");
  }

  @Test
  @DisplayName("and holds only what comes before keeps it, and waits in the same epoch")
  void heldBefore() {
    story
        .observes(holds(BUSY, HELD, BUSY))
        .next("await room@1 orders \"B\"")
        .observes(holds(HELD))
        .next("hold@1 orders \"C\"")
        .observes(holds(BUSY))
        .next("await room@1 orders \"C\"")
        .observes(holds(HELD))
        .next("decide@1");
  }

  @Test
  @DisplayName("and holds what comes behind leaves its epoch, gives all back, and holds in order")
  void heldBehind() {
    story
        .observes(holds(HELD, HELD, BUSY))
        .next("take over@1")
        .observes("moved MATCHED")
        .next("withdraw@1 orders \"C\" orders \"A\"")
        .observes("matches MATCHED MATCHED")
        .next("await room@2 orders \"A\"")
        .observes(holds(HELD))
        .next("hold@2 orders \"B\"")
        .observes(holds(BUSY))
        .next("await room@2 orders \"B\"")
        .observes(holds(HELD))
        .next("hold@2 orders \"C\"")
        .observes(holds(HELD))
        .next("decide@2");
  }

  @Test
  @DisplayName("sends a withdrawal without an answer again, and waits for nothing before")
  void withdrawalInDoubt() {
    story
        .observes(holds(HELD, HELD, BUSY))
        .observes("moved MATCHED")
        .observes("matches IN_DOUBT MATCHED")
        .next("withdraw@1 orders \"C\"")
        .observes("matches NOT_MATCHED")
        .next("await room@2 orders \"A\"");
  }

  @Test
  @DisplayName("looks at the record where its leaving got no answer, and leaves again")
  void leavingInDoubt() {
    story
        .observes(holds(HELD, HELD, BUSY))
        .observes("moved IN_DOUBT")
        .next("reread")
        .observes(seen(State.PENDING, "me", 1))
        .next("take over@1")
        .observes("moved MATCHED")
        .next("withdraw@1 orders \"C\" orders \"A\"");
  }

  @Test
  @DisplayName("gives all back where its leaving got no answer, and has arrived")
  void leavingInDoubtHasArrived() {
    story
        .observes(holds(HELD, HELD, BUSY))
        .observes("moved IN_DOUBT")
        .observes(seen(State.PENDING, "me", 2))
        .next("withdraw@1 orders \"C\" orders \"A\"")
        .observes("matches MATCHED MATCHED")
        .next("await room@2 orders \"A\"");
  }

  @Test
  @DisplayName("withdraws all where another overtakes it while it leaves, and waits for that one")
  void overtakenLeaving() {
    story
        .observes(holds(HELD, HELD, BUSY))
        .observes("moved NOT_MATCHED")
        .observes(seen(State.PENDING, "other", 2))
        .next("withdraw@1 orders \"C\" orders \"A\" orders \"B\"")
        .observes("matches MATCHED MATCHED NOT_MATCHED")
        .next("await")
        .observes(seen(State.APPLIED, "other", 2))
        .next("settle@2 orders \"C\" orders \"A\" orders \"B\"");
  }

  @Test
  @DisplayName("goes on in order where who overtook it is stuck, and leaves nothing of its own")
  void takesOverAgain() {
    story
        .observes(holds(HELD, HELD, BUSY))
        .observes("moved NOT_MATCHED")
        .observes(seen(State.PENDING, "other", 2))
        .observes("matches MATCHED MATCHED NOT_MATCHED")
        .observes(stuck("other", 2))
        .next("take over@2")
        .observes("moved MATCHED")
        .next("withdraw@1 orders \"C\" orders \"A\"")
        .observes("matches NOT_MATCHED NOT_MATCHED")
        .next("await room@3 orders \"A\"")
        .observes(holds(new DocumentHoldOutcome.Present(new Epoch(2), true)))
        .next("stamp@3 orders \"A\"")
        .observes("matches MATCHED")
        .next("hold@3 orders \"B\"");
  }

  @Test
  @DisplayName("moves on to the next epoch where a hold is in doubt that it waited for")
  void inDoubt() {
    story
        .observes(holds(BUSY, HELD, BUSY))
        .observes(holds(DOUBT))
        .next("reread")
        .observes(seen(State.PENDING, "me", 1))
        .next("take over@1")
        .observes("moved MATCHED")
        .next("stamp@2 orders \"C\" orders \"A\" orders \"B\"")
        .observes("matches NOT_MATCHED MATCHED NOT_MATCHED")
        .next("hold@2 orders \"B\"");
  }

  @Test
  @DisplayName("moves on to the next epoch where one hold is busy and another in doubt")
  void busyAndInDoubt() {
    story.observes(holds(BUSY, DOUBT, HELD)).next("reread");
  }

  @Test
  @DisplayName("withdraws what it holds where it is overtaken while it waits")
  void overtakenWaiting() {
    story
        .observes(holds(BUSY, HELD, HELD))
        .observes(holds(HELD))
        .next("decide@1")
        .observes("moved NOT_MATCHED")
        .observes(seen(State.PENDING, "other", 2))
        .next("withdraw@1 orders \"C\" orders \"A\" orders \"B\"");
  }

  @Test
  @DisplayName("releases what it holds where it is canceled while it leaves its epoch")
  void canceledLeaving() {
    story
        .observes(holds(HELD, HELD, BUSY))
        .observes("moved NOT_MATCHED")
        .observes(seen(State.CANCELING, "other", 1))
        .next("release@1 orders \"C\" orders \"A\" orders \"B\"")
        .observes("matches MATCHED MATCHED NOT_MATCHED")
        .next("finish cancel")
        .observes("moved MATCHED")
        .ends(new Result.Canceled(ON_REQUEST, true));
  }

  @Test
  @DisplayName("takes back what came late where it was canceled to the end while it waited")
  void canceledWaiting() {
    story
        .observes(holds(BUSY, HELD, HELD))
        .observes(holds(HELD))
        .observes("moved NOT_MATCHED")
        .observes(seen(State.CANCELED, "other", 1))
        .next("withdraw@1 orders \"C\" orders \"A\" orders \"B\"")
        .observes("matches MATCHED NOT_MATCHED NOT_MATCHED")
        .ends(new Result.Canceled(ON_REQUEST, true));
  }

  @Test
  @DisplayName("that has no more patience is canceled because the document is busy")
  void patienceSpent() {
    story
        .observes(holds(BUSY, HELD, HELD))
        .next("await room@1 orders \"C\"")
        .observes("patience spent")
        .next("begin cancel@1")
        .observes("moved MATCHED")
        .next("release@1 orders \"C\" orders \"A\" orders \"B\"")
        .observes("matches NOT_MATCHED MATCHED MATCHED")
        .observes("moved MATCHED")
        .ends(new Result.Canceled(busy("C"), true));
  }

  @Test
  @DisplayName("is canceled at once where another document refuses")
  void refused() {
    DocumentRefusal refusal = new DocumentRefusal.NoSuchDocument(order("A"));
    story
        .observes(holds(BUSY, new DocumentHoldOutcome.Refused(refusal), HELD))
        .next("begin cancel@1")
        .observes("moved MATCHED")
        .observes("matches NOT_MATCHED NOT_MATCHED MATCHED")
        .observes("moved MATCHED")
        .ends(new Result.Canceled(new CancelReason.DocumentRefused(refusal), true));
  }

  @Test
  @DisplayName("cancels where a hold under its id is for another operation")
  void foreign() {
    story
        .observes(holds(HELD, new DocumentHoldOutcome.Present(Epoch.FIRST, false), HELD))
        .next("begin cancel@1")
        .observes("moved MATCHED")
        .observes("matches MATCHED NOT_MATCHED MATCHED")
        .observes("moved MATCHED")
        .ends(
            new Result.Canceled(
                new CancelReason.DocumentRefused(
                    new DocumentRefusal.ForeignDocumentHold(order("A"), transactionId("t"))),
                true));
  }

  @Test
  @DisplayName("keeps what it holds of accounts, which keeps nobody out")
  void accountsAreKept() {
    Story.of(new Goal.Run(of(debit("X", usd("1")), credit("Y", usd("1")), A)))
        .observes("inserted BEGUN")
        .next("hold@1 X Y orders \"A\"")
        .observes(holds(AccountHoldOutcome.held(), AccountHoldOutcome.held(), BUSY))
        .next("await room@1 orders \"A\"")
        .observes(holds(HELD))
        .next("decide@1");
  }

  @Test
  @DisplayName("gives documents back while it waits for room on an account")
  void roomOnAnAccount() {
    HoldOutcome full = new AccountHoldOutcome.Refused(EventFixture.BUSY);
    Story.of(new Goal.Run(of(debit("A", usd("1")), credit("B", usd("1")), A)))
        .observes("inserted BEGUN")
        .observes(holds(AccountHoldOutcome.held(), full, HELD))
        .next("take over@1")
        .observes("moved MATCHED")
        .next("withdraw@1 A orders \"A\"")
        .observes("matches MATCHED MATCHED")
        .next("await room@2 A B")
        .observes(holds(AccountHoldOutcome.held(), AccountHoldOutcome.held()))
        .next("hold@2 orders \"A\"");
  }

  private static NewTransaction of(Operation... operations) {
    return new NewTransaction(transactionId("t"), List.of(operations), Option.none());
  }

  private static CancelReason busy(String id) {
    return new CancelReason.DocumentRefused(
        new DocumentRefusal.DocumentBusy(order(id), OTHERS.transaction()));
  }

  private static Event holds(HoldOutcome... outcomes) {
    return new Event.Holds(List.of(outcomes));
  }

  private Event seen(State state, String owner, long epoch) {
    return seen(record(owner, epoch).in(state), false);
  }

  private Event stuck(String owner, long epoch) {
    return seen(record(owner, epoch), true);
  }

  private RecordFixture record(String owner, long epoch) {
    return recordOf(body).ownedBy(token(owner)).at(epoch);
  }

  private static Event seen(RecordFixture record, boolean stuck) {
    return new Event.Seen(new TransactionLookup.Found(record.build(), Duration.ZERO), stuck);
  }
}
