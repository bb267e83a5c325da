package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.HOLD_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.HOLD_MISSING;
import static io.twophase.app.audit.Finding.Kind.SETTLE_MISSED;
import static io.twophase.app.audit.Finding.Kind.STUCK;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.audit.Finding.Subject.OfAccount;
import io.twophase.app.audit.Finding.Subject.OfDocument;
import io.twophase.app.testing.Books;
import io.twophase.domain.Epoch;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is off with a record of several is planted by single writes. */
class AuditOfSeveralTest {

  private static final NewTransaction TEN = transfer("ten", "A", "B", usd("10.00"));
  private static final NewTransaction FIVE = transfer("five", "A", "B", usd("5.00"));
  private static final NewRecord BATCH = StoredRecords.several("batch:1", TEN, FIVE);

  private final InMemoryStore store = Books.inMemory(100_00, 50_00);
  private final Audit audit = new Audit(store, Duration.ofMinutes(30));

  /** Both hold in one record, which leaves five out, and come that far. */
  private List<Hold> several(State state) {
    store.records().insert(List.of(BATCH));
    List<Claim> claims = Claims.of(Member.of(BATCH.members()), true).all();
    List<Hold> holds =
        store
            .holds()
            .place(
                claims.stream().map(claim -> new Placing(BATCH.id(), Epoch.FIRST, claim)).toList())
            .stream()
            .map(answer -> answer.hold().orElseThrow())
            .toList();
    StoredRecords.to(BATCH, state, StoredRecords.leaving(FIVE.id()))
        .forEach(transition -> store.records().move(List.of(transition)));
    return holds;
  }

  @Test
  void takesARecordOfSeveralForWhatItIs() {
    several(State.PENDING);
    assertThat(new Audit(store, Duration.ZERO).run().findings())
        .extracting(Finding::kind)
        .containsExactly(STUCK, STUCK);
    assertThat(audit.run().findings()).isEmpty();
    StoredRecords.to(BATCH, State.APPLIED, StoredRecords.leaving(FIVE.id()))
        .forEach(transition -> store.records().move(List.of(transition)));
    assertThat(audit.run().findings()).isEmpty();
  }

  @Test
  void findsARangeThatARecordOfSeveralHasLost() {
    Hold lost = several(State.APPLIED).get(0);
    store.holds().end(List.of(Ending.of(new Target.OfAccount(accountId("A")), lost)));

    assertThat(audit.run().findings())
        .containsExactly(
            new Finding(
                HOLD_MISSING,
                new OfAccount(TwoPhase.account("A")),
                "neither holds nor has settled the debit of 10.00 USD of batch:1"));
  }

  @Test
  void findsARangeWhoseSettleWasMissed() {
    several(State.DONE);

    assertThat(audit.run().findings())
        .contains(
            new Finding(
                SETTLE_MISSED,
                new OfAccount(TwoPhase.account("A")),
                "holds a range of 15.00 USD to pay and 0.00 USD to receive for batch:1, which is"
                    + " done, and has not been settled here"));
  }

  @Test
  void findsARangeThatItsRecordDoesNotAskFor() {
    store.records().insert(List.of(BATCH));
    Range more = Range.whole(1_501, 0);
    Claim claim =
        new Claim.OfRange(
            new Target.OfAccount(accountId("A")), new Scale.Money(Fixtures.USD), more, true);
    store.holds().place(List.of(new Placing(BATCH.id(), Epoch.FIRST, claim)));

    assertThat(audit.run().findings()).extracting(Finding::kind).containsExactly(HOLD_DIFFERS);
  }

  /** Its transaction is a member of another record, too. */
  @Test
  void findsAHoldOfAMemberThatNamesAnotherRecord() {
    DocumentOperation pay = change(order("o1"), set("status", "Paid"));
    NewTransaction member = new NewTransaction(transactionId("m"), List.of(pay), Optional.empty());
    NewRecord record = StoredRecords.several("batch:1", member, FIVE);
    store.store(order("o1"), fields("status", "UnPaid"));
    store.records().insert(List.of(StoredRecords.several("batch:2", member), record));
    Placing placing = new Placing(record.id(), Epoch.FIRST, new Claim.OfDocument(member.id(), pay));

    assertThat(store.holds().place(List.of(placing)).get(0).kind()).isEqualTo(Answer.Kind.HELD);
    assertThat(audit.run().findings())
        .containsExactly(
            new Finding(
                HOLD_DIFFERS,
                new OfDocument(TwoPhase.document("orders", "o1")),
                "has the exclusive hold for m, which does not ask for it"));
  }
}
