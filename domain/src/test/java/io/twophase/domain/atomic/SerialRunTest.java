package io.twophase.domain.atomic;

import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountFigures;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Transactions one after the other, in memory. */
class SerialRunTest {

  private static final Account A = Account.open(account("A").opening(cents(100)));
  private static final Account B = Account.open(account("B").ceiling(cents(50)).opening(cents(0)));
  private static final Account C = Account.open(account("C").opening(cents(10)));
  private static final Map<AccountId, Account> ACCOUNTS =
      HashMap.of(A.id(), A, B.id(), B, C.id(), C);

  private static SerialRun run(boolean inOrder, NewTransaction... transactions) {
    return run(ACCOUNTS, Set.of(), inOrder, transactions);
  }

  private static SerialRun run(
      Map<AccountId, Account> accounts,
      Set<AccountId> others,
      boolean inOrder,
      NewTransaction... transactions) {
    SerialRun run = SerialRun.of(accounts, others, List.of(transactions), inOrder);
    run.accounts().values().forEach(account -> assertThat(AccountFigures.fault(account)).isEmpty());
    return run;
  }

  private static List<String> kinds(SerialRun run) {
    return run.fates().stream()
        .map(fate -> fate.<String>fold(() -> "applied", HoldRefusal::kind, () -> "left"))
        .toList();
  }

  private static long balance(SerialRun run, String account) {
    return run.accounts().get(accountId(account)).get().balance();
  }

  @Test
  void aLaterOneSpendsWhatAnEarlierOneBringsAndNotTheOtherWayRound() {
    SerialRun run =
        run(
            true,
            transfer("t1", "B", "C", cents(1)),
            transfer("t2", "A", "B", cents(30)),
            transfer("t3", "B", "C", cents(20)));
    assertThat(kinds(run)).containsExactly("InsufficientFunds", "applied", "applied");
    assertThat(balance(run, "A")).isEqualTo(70);
    assertThat(balance(run, "B")).isEqualTo(10);
    assertThat(balance(run, "C")).isEqualTo(30);
  }

  @Test
  void whatIsRefusedMovesNothingOfItsParts() {
    SerialRun run =
        run(
            false,
            transaction("t1", debit("A", cents(60)), credit("C", cents(9)), credit("B", cents(51))),
            transfer("t2", "A", "nobody", cents(1)));
    assertThat(kinds(run)).containsExactly("CeilingReached", "NoSuchAccount");
    assertThat(run.accounts()).isEqualTo(ACCOUNTS);
  }

  @Test
  void inOrderTheFaultOfACreditIsNamedBeforeThatOfADebit() {
    NewTransaction both = transfer("t1", "A", "B", cents(101));
    assertThat(kinds(run(true, both))).containsExactly("CeilingReached");
    assertThat(kinds(run(false, both))).containsExactly("InsufficientFunds");
  }

  @Test
  void whatOthersHoldIsNotSpentAndStays() {
    Account held = A.hold(transactionId("other"), epoch(3), debit("A", cents(95))).get();
    SerialRun run =
        run(
            ACCOUNTS.put(A.id(), held),
            Set.of(),
            false,
            transfer("t1", "A", "B", cents(6)),
            transfer("t2", "A", "B", cents(5)));
    assertThat(kinds(run)).containsExactly("InsufficientFunds", "applied");
    assertThat(run.accounts().get(A.id()).get().holds()).isEqualTo(held.holds());
  }

  @Test
  void oneThatIsHeldAlreadyIsLeftAndSoIsOneOfAnAccountThatCannotTakePart() {
    Account held = A.hold(transactionId("t1"), epoch(1), debit("A", cents(5))).get();
    SerialRun run =
        run(
            ACCOUNTS.put(A.id(), held),
            Set.of(C.id()),
            false,
            transfer("t1", "A", "B", cents(5)),
            transfer("t2", "B", "C", cents(5)),
            transfer("t3", "A", "B", cents(5)));
    assertThat(kinds(run)).containsExactly("left", "left", "applied");
  }

  @Test
  void oneOnDocumentsIsLeft() {
    NewTransaction checks =
        NewTransaction.of(
                transactionId("t1"),
                List.of(
                    debit("A", cents(1)),
                    credit("B", cents(1)),
                    check(CollectionName.of("rules").document("r"), is("open", true))),
                Option.none())
            .get();
    assertThat(kinds(run(false, checks))).containsExactly("left");
  }

  @Test
  void inOrderOneThatIsLeftKeepsAllBehindItThatAreConnected() {
    NewTransaction[] rows = {
      transfer("t1", "A", "old", cents(1)),
      transfer("t2", "A", "B", cents(1)),
      transfer("t3", "B", "D", cents(1)),
      transfer("t4", "C", "E", cents(1))
    };
    Map<AccountId, Account> accounts =
        ACCOUNTS
            .put(accountId("D"), Account.open(account("D").opening(cents(0))))
            .put(accountId("E"), Account.open(account("E").opening(cents(0))));
    Set<AccountId> others = Set.of(accountId("old"));
    assertThat(kinds(run(accounts, others, true, rows)))
        .containsExactly("left", "left", "left", "applied");
    assertThat(kinds(run(accounts, others, false, rows)))
        .containsExactly("left", "applied", "applied", "applied");
  }
}
