package io.twophase.test.equality.document;

import static io.twophase.domain.testing.Documents.atLeast;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.StatusChange;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.Home;
import io.twophase.domain.participant.ParticipantLeg;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.Store;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Two stores answer the same, call by call, where accounts are debited, credited, frozen, closed
 * and named by operations on documents; and hold the same after each. Each call is of one element,
 * whose answer is exact.
 */
public abstract class AccountDocumentsEqualityContract {

  private static final int ROUNDS = 12;
  private static final int CALLS = 60;
  private static final List<String> ACCOUNTS = List.of("A", "B", "nobody");

  /** The last ends it all, and so is rare. */
  private static final List<StatusChange> CHANGES =
      List.of(StatusChange.FREEZE, StatusChange.UNFREEZE, StatusChange.CLOSE);

  private static final Home HOME = new Home("home");

  /** A fresh store that applies the domain's own rules. */
  protected abstract Store exact();

  /** A fresh store that is to answer as that one does. */
  protected abstract Store tested();

  @Test
  void bothAnswerTheSame() {
    Random random = Seed.random("AccountDocumentsEqualityContract");
    for (int round = 0; round < ROUNDS; round++) {
      Store exact = exact();
      Store tested = tested();
      List.of(exact, tested).forEach(AccountDocumentsEqualityContract::open);
      for (int call = 0; call < CALLS; call++) {
        Function<Store, Object> asked = call(random);
        Object expected = asked.apply(exact);
        assertThat(asked.apply(tested)).as("round %d, call %d", round, call).isEqualTo(expected);
        assertThat(state(tested)).as("after call %d", call).isEqualTo(state(exact));
      }
    }
  }

  private static void open(Store store) {
    store
        .accounts()
        .open(
            List.of(
                account("A").opening(cents(20)),
                account("B").overdraft(cents(5)).ceiling(cents(30)).opening(cents(0))));
  }

  private static Object state(Store store) {
    return List.of(
        store.accounts().find(List.of(accountId("A"), accountId("B"))),
        store.documents().find(List.of(document("A"), document("B"))));
  }

  private static DocumentRef document(String account) {
    return CollectionName.of("accounts").document(value(account));
  }

  private static Function<Store, Object> call(Random random) {
    String account = ACCOUNTS.get(random.nextInt(ACCOUNTS.size()));
    if (random.nextInt(8) == 0) {
      StatusChange change = CHANGES.get(random.nextInt(random.nextInt(4) == 0 ? 3 : 2));
      return store -> store.accounts().change(accountId(account), change);
    }
    int transaction = random.nextInt(6);
    ParticipantLeg leg = leg(transaction, 1 + random.nextInt(2), operation(account, random));
    return switch (random.nextInt(7)) {
      case 0 -> store -> store.participants().stamp(List.of(leg));
      case 1, 2 -> store -> store.participants().settle(List.of(leg));
      case 3 -> store -> store.participants().release(List.of(leg));
      case 4 -> store -> store.participants().withdraw(List.of(leg));
      default -> store -> store.participants().hold(List.of(leg));
    };
  }

  private static Operation operation(String account, Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> debit(account, cents(1 + random.nextInt(12)));
      case 1 -> credit(account, cents(1 + random.nextInt(12)));
      case 2 -> check(document(account), atLeast("overdraft", random.nextInt(7)));
      case 3 -> check(document(account));
      default -> check(document(account), is("status", random.nextBoolean() ? "active" : "frozen"));
    };
  }

  private static ParticipantLeg leg(int transaction, long at, Operation operation) {
    return operation.foldTarget(
        (AccountOperation on) ->
            new ParticipantLeg.OnAccount(new Leg(transactionId("t" + transaction), epoch(at), on)),
        (DocumentOperation on) ->
            new ParticipantLeg.OnDocument(
                new DocumentLeg(HOME, transactionId("t" + transaction), epoch(at), on)));
  }
}
