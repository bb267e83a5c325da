package io.twophase.test.contract.participant;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.ParticipantLeg;
import io.twophase.domain.value.Fields;
import io.twophase.ports.ParticipantRepository;
import io.twophase.ports.Store;
import io.vavr.control.Option;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/** What the suites on participants have in common: a store for each test, and words for it. */
public abstract class ParticipantContract {

  static final DocumentRef ORDER = order(7);
  static final DocumentRef LINE = CollectionName.of("lines").document(value("l1"));
  static final DocumentRef STOCK = CollectionName.of("stock").document(value("s1"));
  static final Fields UNPAID = fields("status", "UnPaid");
  static final Fields LINED = fields("order", 7);

  private Store opened;
  private ParticipantRepository participants;

  /** An empty store; asked once before each test. */
  protected abstract Store store();

  @BeforeEach
  void openAndStore() {
    opened = store();
    participants = opened.participants();
    assertThat(
            opened
                .accounts()
                .open(List.of(account("A").opening(usd("100")), account("B").opening(usd("0")))))
        .containsOnly(new OpenOutcome.Opened());
    stored(insert(ORDER, UNPAID), insert(STOCK, fields("n", 50)));
  }

  void stored(DocumentOperation... operations) {
    List<DocumentLeg> legs =
        Stream.of(operations).map(operation -> leg("seed", 1, operation)).toList();
    assertThat(opened.documents().hold(legs)).allMatch(HoldOutcome::isHeld);
    assertThat(opened.documents().settle(legs)).containsOnly(MATCHED);
  }

  static ParticipantLeg of(String transaction, long at, Operation operation) {
    return operation.foldTarget(
        (AccountOperation on) ->
            new ParticipantLeg.OnAccount(new Leg(transactionId(transaction), epoch(at), on)),
        (DocumentOperation on) -> new ParticipantLeg.OnDocument(leg(transaction, at, on)));
  }

  static List<ParticipantLeg> all(String transaction, long at, Operation... operations) {
    return Stream.of(operations).map(operation -> of(transaction, at, operation)).toList();
  }

  /** Debit, credit, change and insert, in whatever order. */
  static List<ParticipantLeg> payment(String transaction, long at) {
    return all(
        transaction,
        at,
        insert(LINE, LINED),
        debit("A", usd("30")),
        change(ORDER, is("status", "UnPaid"), set("status", "Paid")),
        credit("B", usd("30")));
  }

  static List<String> kinds(List<HoldOutcome> outcomes) {
    return outcomes.stream().map(ParticipantContract::kind).toList();
  }

  static String kind(HoldOutcome outcome) {
    return outcome.foldTarget(
        account ->
            account.fold(
                held -> "held",
                already -> "already",
                refused -> refused.refusal().kind(),
                inDoubt -> "in doubt"),
        document ->
            document.fold(
                held -> "held",
                present -> "present",
                busy -> "busy",
                refused -> refused.refusal().kind(),
                inDoubt -> "in doubt"));
  }

  Account read(String id) {
    AccountLookup found = opened.accounts().find(List.of(accountId(id))).get(0);
    return ((AccountLookup.Found) found).account();
  }

  Option<Participant> read(DocumentRef document) {
    return opened
        .documents()
        .find(List.of(document))
        .get(0)
        .fold(
            found -> Option.some(found.document()),
            none -> Option.none(),
            unreadable -> {
              throw new AssertionError(unreadable);
            });
  }

  Option<Fields> fieldsOf(DocumentRef document) {
    return read(document).map(Participant::fields);
  }

  void assertAsBefore() {
    assertThat(List.of(read("A"), read("B")))
        .containsExactly(account("A").with(usd("100")), account("B").with(usd("0")));
    assertThat(fieldsOf(ORDER)).contains(UNPAID);
    assertThat(read(ORDER).get().holds()).isEmpty();
    assertThat(read(LINE)).isEmpty();
  }

  /** The store of this test. */
  Store opened() {
    return opened;
  }

  ParticipantRepository participants() {
    return participants;
  }
}
