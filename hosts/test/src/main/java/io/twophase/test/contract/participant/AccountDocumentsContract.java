package io.twophase.test.contract.participant;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.ParticipantLeg;
import io.twophase.test.contract.Race;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a store promises of accounts that operations on documents name. */
public abstract class AccountDocumentsContract extends ParticipantContract {

  private static final int THREADS = 4;
  private static final int ROUNDS = 25;

  /** The collection of the accounts. */
  protected CollectionName accounts() {
    return CollectionName.of("accounts");
  }

  private DocumentRef document(String account) {
    return accounts().document(value(account));
  }

  private Operation checked(String account) {
    return check(document(account), is("status", "active"));
  }

  private String held(String transaction, Operation operation) {
    return kind(participants().hold(List.of(of(transaction, 1, operation))).get(0));
  }

  private MatchOutcome settled(String transaction, Operation operation) {
    return participants().settle(List.of(of(transaction, 1, operation))).get(0);
  }

  private StatusOutcome changed(String account, StatusChange change) {
    return opened().accounts().change(accountId(account), change);
  }

  private List<String> checkers(String account) {
    return read(account).documentHolds().stream().map(hold -> hold.transaction().value()).toList();
  }

  @Test
  void aCheckLiesBesideDebitsCreditsAndChecks() {
    assertThat(held("debits", debit("A", usd("30")))).isEqualTo("held");
    assertThat(held("checks", checked("A"))).isEqualTo("held");
    assertThat(held("credits", credit("A", usd("5")))).isEqualTo("held");
    assertThat(held("checks too", checked("A"))).isEqualTo("held");
    assertThat(read("A").available()).isEqualTo(usd("70").minor());
    assertThat(checkers("A")).containsExactly("checks", "checks too");

    assertThat(settled("debits", debit("A", usd("30")))).isEqualTo(MATCHED);
    assertThat(settled("checks", checked("A"))).isEqualTo(MATCHED);
    assertThat(settled("checks", checked("A"))).isEqualTo(NOT_MATCHED);
    assertThat(checkers("A")).containsExactly("checks too");
    assertThat(settled("credits", credit("A", usd("5")))).isEqualTo(MATCHED);
    assertThat(settled("checks too", checked("A"))).isEqualTo(MATCHED);
    assertThat(read("A").balance()).isEqualTo(usd("75").minor());
    assertThat(read("A").holdCount()).isZero();
  }

  @ParameterizedTest
  @EnumSource(StatusChange.class)
  void whatChecksAnAccountKeepsItsStatus(StatusChange change) {
    StatusChange before =
        change == StatusChange.UNFREEZE ? StatusChange.FREEZE : StatusChange.UNFREEZE;
    changed("B", before);
    Operation check = check(document("B"));
    assertThat(held("checks", check)).isEqualTo("held");

    assertThat(changed("B", change))
        .isEqualTo(
            new StatusOutcome.Refused(
                new StatusRefusal.Busy(accountId("B"), transactionId("checks"))));
    assertThat(changed("B", before)).isEqualTo(new StatusOutcome.Changed(read("B")));

    assertThat(settled("checks", check)).isEqualTo(MATCHED);
    assertThat(changed("B", change)).isEqualTo(new StatusOutcome.Changed(read("B")));
    assertThat(read("B").status()).isEqualTo(change.to());
  }

  @Test
  void whatIsNotAsAskedIsRefusedByName() {
    changed("B", StatusChange.FREEZE);

    assertThat(held(of("t1", 1, checked("B"))))
        .isEqualTo(
            new DocumentRefusal.GuardFailed(
                document("B"), "status", "is \"active\"", "\"frozen\""));
    assertThat(held("t2", check(document("B"), is("status", "frozen")))).isEqualTo("held");
    assertThat(held(of("t3", 1, check(document("A"), is("currency", "EUR")))))
        .isEqualTo(
            new DocumentRefusal.GuardFailed(document("A"), "currency", "is \"EUR\"", "\"USD\""));
    assertThat(held(of("t4", 1, check(document("A"), is("color", "red")))))
        .isInstanceOf(DocumentRefusal.GuardFailed.class);
    assertThat(held(of("t5", 1, checked("nobody"))))
        .isEqualTo(new DocumentRefusal.NoSuchDocument(document("nobody")));
    DocumentRef noText = accounts().document(value(7));
    assertThat(held(of("t6", 1, check(noText))))
        .isEqualTo(new DocumentRefusal.NoSuchDocument(noText));
    assertThat(checkers("A")).isEmpty();
  }

  private DocumentRefusal held(ParticipantLeg leg) {
    HoldOutcome outcome = participants().hold(List.of(leg)).get(0);
    return ((DocumentHoldOutcome.Refused) outcome).refusal();
  }

  static List<DocumentOperation> impossible() {
    DocumentRef a = CollectionName.of("accounts").document(value("A"));
    return List.of(
        insert(CollectionName.of("accounts").document(value("new")), fields("balance", 1L)),
        remove(a),
        absent(a),
        add(a, "points", 1),
        change(a, set("note", "x")),
        check(a, is("balance", 100_00L)),
        check(a, is("available", 100_00L)),
        check(a, is("receivable", 1L)),
        check(a, is("v", 1)));
  }

  @ParameterizedTest
  @MethodSource("impossible")
  void accountsTakePartInChecksOfWhatTheyAreOnly(DocumentOperation operation) {
    Account before = read("A");

    DocumentRefusal refusal = held(of("t1", 1, operation));
    assertThat(refusal).isInstanceOf(DocumentRefusal.UnsafeCollection.class);
    assertThat(refusal.message()).contains("accounts holds accounts");
    assertThat(participants().settle(List.of(of("t1", 1, operation)))).containsOnly(NOT_MATCHED);
    assertThat(participants().release(List.of(of("t1", 1, operation)))).containsOnly(NOT_MATCHED);
    assertThat(read("A")).isEqualTo(before);
  }

  @Test
  void aCheckIsStampedSettledAndGivenBackAtItsEpoch() {
    assertThat(held("t1", checked("A"))).isEqualTo("held");
    assertThat(held("t1", checked("A"))).isEqualTo("present");
    assertThat(participants().stamp(List.of(of("t1", 3, checked("A"))))).containsOnly(MATCHED);
    assertThat(participants().stamp(List.of(of("t1", 2, checked("A"))))).containsOnly(NOT_MATCHED);
    assertThat(participants().settle(List.of(of("t1", 1, checked("A"))))).containsOnly(NOT_MATCHED);
    assertThat(participants().withdraw(List.of(of("t1", 2, checked("A")))))
        .containsOnly(NOT_MATCHED);
    assertThat(checkers("A")).containsExactly("t1");
    assertThat(participants().withdraw(List.of(of("t1", 3, checked("A"))))).containsOnly(MATCHED);
    assertThat(held("t2", checked("A"))).isEqualTo("held");
    assertThat(participants().release(List.of(of("t2", 9, checked("A"))))).containsOnly(MATCHED);
    assertThat(read("A").holdCount()).isZero();
  }

  @Test
  void aTransactionHasOneOperationOnAnAccount() {
    assertThat(held("t1", debit("A", usd("1")))).isEqualTo("held");
    assertThat(held("t1", checked("A"))).isEqualTo("UnsafeCollection");
    assertThat(participants().release(List.of(of("t1", 1, checked("A")))))
        .containsOnly(NOT_MATCHED);

    assertThat(held("t2", checked("A"))).isEqualTo("held");
    assertThat(held("t2", debit("A", usd("1")))).isEqualTo("SecondOperation");
    assertThat(participants().release(List.of(of("t2", 1, debit("A", usd("1"))))))
        .containsOnly(NOT_MATCHED);
    assertThat(checkers("A")).containsExactly("t2");
    assertThat(read("A").holds().keySet()).containsExactly(transactionId("t1"));
  }

  @Test
  void checksOfAccountsGoWithTheRest() {
    List<ParticipantLeg> legs = new ArrayList<>(payment("t1", 1));
    legs.removeIf(leg -> leg.<Boolean>fold(on -> on.account().value().equals("B"), on -> false));
    legs.add(2, of("t1", 1, checked("B")));

    assertThat(participants().hold(legs)).allMatch(HoldOutcome::isHeld);
    assertThat(checkers("B")).containsExactly("t1");
    assertThat(participants().settle(legs)).containsOnly(MATCHED);
    assertThat(read("B").holdCount()).isZero();
    assertThat(read("A").balance()).isEqualTo(usd("70").minor());
  }

  @Test
  void whatIsCheckedIsFoundByThoseWhoSweep() {
    assertThat(held("debits", debit("A", usd("30")))).isEqualTo("held");
    assertThat(held("checks", checked("B"))).isEqualTo("held");

    assertThat(opened().documents().collections()).contains(accounts());
    List<DocumentRef> seen = new ArrayList<>();
    opened()
        .documents()
        .scanHeld(
            accounts(),
            lookup -> {
              assertThat(holders(lookup)).containsExactly("checks");
              seen.add(((DocumentLookup.Found) lookup).document().ref());
            });
    assertThat(seen).containsExactly(document("B"));
    List<String> accountsSeen = new ArrayList<>();
    opened()
        .accounts()
        .scanHeld(
            lookup -> accountsSeen.add(((AccountLookup.Found) lookup).account().id().value()));
    assertThat(accountsSeen).contains("A");
    assertThat(read(document("A")).get().holds()).isEmpty();
    assertThat(read(document("B")).get().holds()).isEqualTo(read("B").documentHolds()).hasSize(1);
    assertThat(read(accounts().document(value("nobody")))).isEmpty();
  }

  private static List<String> holders(DocumentLookup lookup) {
    return ((DocumentLookup.Found) lookup)
        .document().holds().stream().map(DocumentHold::transaction).map(id -> id.value()).toList();
  }

  @Test
  void anAccountIsReadAsADocumentWithoutItsFigures() {
    assertThat(fieldsOf(document("A")).get().get("status")).contains(value("active"));
    assertThat(fieldsOf(document("A")).get().get("currency")).contains(value("USD"));
    assertThat(fieldsOf(document("A")).get().has("balance")).isFalse();
    assertThat(fieldsOf(document("A")).get().has("available")).isFalse();
    assertThat(fieldsOf(document("A")).get().has("receivable")).isFalse();
  }

  /** Whoever has checked that an account is active sees it so until that is settled. */
  @Test
  void nobodyFreezesWhatIsChecked() {
    List<Integer> seen = Race.of(THREADS, thread -> thread == 0 ? freezes() : checks(thread));

    assertThat(seen.subList(1, THREADS)).as("checks that were held").anyMatch(held -> held > 0);
    assertThat(read("A").holdCount()).isZero();
  }

  private int freezes() {
    int frozen = 0;
    for (int round = 0; round < ROUNDS; round++) {
      frozen += changed("A", StatusChange.FREEZE) instanceof StatusOutcome.Changed ? 1 : 0;
      changed("A", StatusChange.UNFREEZE);
    }
    return frozen;
  }

  private int checks(int thread) {
    int held = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String transaction = "t" + thread + "-" + round;
      if (held(transaction, checked("A")).equals("held")) {
        held++;
        assertThat(read("A").status()).isEqualTo(AccountStatus.ACTIVE);
        String beside = "beside " + transaction;
        assertThat(held(beside, debit("A", cents(1)))).isEqualTo("held");
        assertThat(settled(beside, debit("A", cents(1)))).isEqualTo(MATCHED);
        assertThat(settled(transaction, checked("A"))).isEqualTo(MATCHED);
      }
    }
    return held;
  }
}
