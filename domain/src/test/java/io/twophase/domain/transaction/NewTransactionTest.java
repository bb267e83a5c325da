package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.value.FieldPath;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A new transaction … */
class NewTransactionTest {

  private static final TransactionId T = transactionId("t");
  private static final AccountId A = accountId("A");
  private static final CollectionName ORDERS = CollectionName.of("orders");
  private static final DocumentRef ORDER = order(7);
  private static final Money MOST = cents(Long.MAX_VALUE);

  @Test
  void thatIsABareTransferSaysNothingBesideIt() {
    NewTransaction bare = transfer("t", "A", "B", usd("5"));
    Labels labels = Labels.NONE;

    assertThat(bare.isBareTransfer()).isTrue();
    assertThat(
            Stream.of(
                transaction("t", credit("B", usd("5")), debit("A", usd("5"))),
                transaction(
                    "t", debit("A", usd("5")), credit("B", usd("4")), credit("C", usd("1"))),
                transaction("t", new Debit(A, usd("5"), true), credit("B", usd("5"))),
                said(bare, Optional.of(T), Optional.empty(), Optional.empty(), labels),
                said(bare, Optional.empty(), Optional.of("rent"), Optional.empty(), labels),
                said(
                    bare,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(new ImportedRow("0123456789abcdef".repeat(4), 7, true)),
                    labels),
                said(
                    bare,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    new Labels(Optional.of("invoice 7"), Map.of(), Optional.empty())),
                bare.authorizedUnder(new AuthorizationTerms(Duration.ofDays(1)))))
        .noneMatch(NewTransaction::isBareTransfer);
  }

  private static NewTransaction said(
      NewTransaction bare,
      Optional<TransactionId> reverses,
      Optional<String> note,
      Optional<ImportedRow> row,
      Labels labels) {
    return new NewTransaction(T, bare.operations(), reverses, note, row, Optional.empty(), labels);
  }

  @Test
  void mayHaveManyLegsIfTheyBalance() {
    List<Operation> split =
        List.of(
            debit("A", usd("3")),
            credit("B", usd("1")),
            debit("C", usd("1")),
            credit("D", usd("3")));
    assertThat(accepted(of(split)).operations()).isEqualTo(split);
    assertThat(of(List.of(credit("B", usd("1")), debit("A", usd("1")))).isRight()).isTrue();
  }

  @Test
  void mayBeOnDocumentsWithMoneyOrWithout() {
    DocumentOperation absent = absent(ORDER);
    List<Operation> mixed = List.of(debit("A", usd("5")), absent, credit("B", usd("5")));

    assertThat(accepted(of(List.of(absent))).accountOperations()).isEmpty();
    assertThat(accepted(of(mixed)).accountOperations())
        .containsExactly(debit("A", usd("5")), credit("B", usd("5")));
    assertThat(accepted(of(mixed)).documentOperations()).containsExactly(absent);
    assertThat(refused(of(List.of(absent, debit("A", usd("5"))))))
        .isEqualTo(
            new TransactionRefusal.Unbalanced(USD, BigInteger.valueOf(500), BigInteger.ZERO));
    assertThat(refused(of(List.of(absent, check(ORDER)))))
        .isEqualTo(new TransactionRefusal.SameDocument(ORDER));
  }

  @Test
  void hasABoundedNumberOfOperationsOfABoundedSize() {
    List<Operation> many = new ArrayList<>();
    for (int at = 0; at < NewTransaction.MAX_OPERATIONS; at++) {
      many.add(absent(order(at)));
    }
    assertThat(of(many).isRight()).isTrue();
    many.add(absent(ORDER));
    assertThat(refused(of(many)))
        .isEqualTo(
            new TransactionRefusal.TooManyOperations(
                NewTransaction.MAX_OPERATIONS + 1, NewTransaction.MAX_OPERATIONS));

    long frame = BodySize.of(List.of(insert("a", "")));
    int fitting = (int) (NewTransaction.MAX_BYTES - frame);
    assertThat(of(List.of(insert("a", "x".repeat(fitting)))).isRight()).isTrue();
    assertThat(of(List.of(insert("a", "x".repeat(fitting + 1)))).isLeft()).isTrue();
    String half = "x".repeat((int) NewTransaction.MAX_BYTES / 2);
    assertThat(of(List.of(insert("a", half))).isRight()).isTrue();
    assertThat(refused(of(List.of(insert("a", half), insert("b", half)))))
        .isInstanceOf(TransactionRefusal.RecordTooLarge.class);
  }

  /** The record of one that is begun must have room for what is decided of it. */
  @Test
  void hasANoteOfABoundedSizeIfACallerAsksForIt() {
    NewTransaction plain = transfer("t", "A", "B", usd("5"));
    int fitting = (int) (NewTransaction.MAX_BYTES - BodySize.of(plain.noted(""))) / 6;

    assertThat(plain.noted("😀".repeat(fitting)).asked().isRight()).isTrue();
    NewTransaction noted = plain.noted("😀".repeat(fitting + 1));
    TransactionRefusal refusal =
        new TransactionRefusal.RecordTooLarge(BodySize.of(noted), NewTransaction.MAX_BYTES);
    assertThat(refused(noted.asked())).isEqualTo(refusal);
    assertThat(refused(noted.askedAsAuthorization())).isEqualTo(refusal);
  }

  @Test
  void hasIdsAndPathsOfABoundedSizeSinceTheReasonForACancelNamesBoth() {
    int most = (int) NewTransaction.MAX_NAME_BYTES;
    // a text takes five bytes more than its characters
    assertThat(of(List.of(insert("x".repeat(most - 5), ""))).isRight()).isTrue();
    assertThat(refused(of(List.of(insert("x".repeat(most - 4), "")))))
        .isEqualTo(new TransactionRefusal.NameTooLarge(ORDERS, most + 1, most));

    FieldPath longest = new FieldPath(List.of("p".repeat(most)));
    FieldPath tooLong = new FieldPath(List.of("a", "é".repeat(most / 2)));
    Guard exists = Guard.exists(tooLong);
    FieldChange change = new FieldChange(FieldChange.Kind.SET, tooLong, value(1));
    TransactionRefusal refusal = new TransactionRefusal.NameTooLarge(ORDERS, most + 2, most);
    assertThat(of(List.of(check(ORDER, Guard.exists(longest)))).isRight()).isTrue();
    for (DocumentOperation named :
        List.of(
            check(ORDER, exists),
            remove(ORDER, exists),
            change(ORDER, change),
            change(ORDER, exists, change),
            new AddToField(ORDER, "p".repeat(most + 2), 1, 0, 9))) {
      assertThat(refused(of(List.of(named)))).isEqualTo(refusal);
    }
  }

  private static InsertDocument insert(String id, String text) {
    return Documents.insert(order(id), fields("text", text));
  }

  @Test
  void mayMoveUpToTheLastUnitOfInt64() {
    assertThat(of(List.of(debit("A", MOST), credit("B", MOST))).isRight()).isTrue();
    assertThat(
            of(List.of(
                    debit("A", cents(Long.MAX_VALUE - 1)), debit("C", cents(1)), credit("B", MOST)))
                .isRight())
        .isTrue();
  }

  @Test
  void thatIsATransferIsRefusedToTheSameAccountOrOfNothingOrOfLess() {
    assertThat(refused(NewTransaction.transfer(T, A, A, usd("5"))))
        .isEqualTo(new TransactionRefusal.SameAccount(A));
    for (Money amount : List.of(usd("0"), usd("-5"), cents(Long.MIN_VALUE))) {
      assertThat(refused(NewTransaction.transfer(T, A, accountId("B"), amount)))
          .isEqualTo(new TransactionRefusal.AmountNotPositive(amount));
    }
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        argumentSet(
            "with an account twice, on both sides",
            List.of(debit("A", usd("5")), credit("A", usd("5"))),
            "account A occurs twice: source and destination must differ"),
        argumentSet(
            "with an account twice, on one side",
            List.of(debit("A", usd("5")), credit("B", usd("10")), debit("A", usd("5"))),
            "account A occurs twice: source and destination must differ"),
        argumentSet(
            "in two currencies",
            List.of(debit("A", usd("5")), credit("B", eur("5"))),
            "debits of 5.00 and credits of 0.00 USD differ"),
        argumentSet(
            "in two currencies, of which the second does not balance",
            List.of(
                debit("A", usd("5")),
                credit("B", usd("5")),
                debit("C", eur("2")),
                credit("D", eur("1"))),
            "debits of 2.00 and credits of 1.00 EUR differ"),
        argumentSet(
            "that makes money",
            List.of(debit("A", usd("5")), credit("B", usd("5.01"))),
            "debits of 5.00 and credits of 5.01 USD differ"),
        argumentSet(
            "that loses money",
            List.of(debit("A", usd("5"))),
            "debits of 5.00 and credits of 0.00 USD differ"),
        argumentSet("of no operation", List.of(), "a transaction has one operation at least"),
        argumentSet(
            "that takes at most of one for two",
            List.of(Debit.atMost(A, usd("3")), credit("B", usd("1")), credit("C", usd("2"))),
            "a transaction that takes as much as there is has one debit and one credit, and"
                + " nothing else"),
        argumentSet(
            "that balances only as int64 wraps",
            List.of(debit("A", MOST), debit("B", MOST), debit("C", cents(2)), credit("D", MOST)),
            "debits of 184467440737095516.16 and credits of 92233720368547758.07 USD differ"),
        argumentSet(
            "of more than int64 in all",
            List.of(
                debit("A", MOST), debit("B", cents(1)), credit("C", MOST), credit("D", cents(1))),
            "amounts add up to 92233720368547758.08 USD, beyond the largest amount,"
                + " 92233720368547758.07 USD"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void isRefused(List<Operation> operations, String message) {
    assertThat(refused(of(operations)).message()).isEqualTo(message);
    if (!operations.isEmpty()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new NewTransaction(T, operations, Optional.empty()))
          .withMessage("t: " + message);
    }
  }

  @Test
  void takesAtMostWhatItAsksForIfItsDebitDoes() {
    assertThat(accepted(NewTransaction.transferAtMost(T, A, accountId("B"), usd("1"))).isAtMost())
        .isTrue();
    assertThat(transfer("t", "A", "B", usd("1")).isAtMost()).isFalse();
    assertThat(accepted(of(List.of(absent(order(1)), absent(order(2))))).isAtMost()).isFalse();
  }

  @Test
  void ofNoOperationsIsATombstoneWhoseRecordCanOnlyBeCanceled() {
    NewTransaction tombstone = NewTransaction.tombstone(T);

    assertThat(tombstone.isTombstone()).isTrue();
    assertThat(recordOf(tombstone).in(State.CANCELED).build().reason()).isNotEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> recordOf(tombstone).unclaimed().build())
        .withMessage("transaction t does nothing: INITIAL");
  }

  @Test
  void asksTheSameAsAnotherWhateverWasSaidAboutThem() {
    NewTransaction plain = transfer("t", "A", "B", usd("1"));

    assertThat(plain.noted("because").asksTheSameAs(plain)).isTrue();
    assertThat(plain.noted("because")).isNotEqualTo(plain);
    assertThat(transfer("t", "A", "B", usd("2")).asksTheSameAs(plain)).isFalse();
    assertThat(transfer("u", "A", "B", usd("1")).asksTheSameAs(plain)).isFalse();
    assertThat(new NewTransaction(T, plain.operations(), Optional.of(T)).asksTheSameAs(plain))
        .isFalse();
  }

  @Test
  void hasOperationsOfAmountsAboveZeroOnly() {
    for (Money amount : List.of(usd("0"), usd("-1"))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> debit("A", amount))
          .withMessage("debit of A: amount " + amount + " is not above zero");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> credit("A", amount))
          .withMessage("credit of A: amount " + amount + " is not above zero");
    }
  }

  @Test
  void doesNotChangeWithTheListThatItWasMadeOf() {
    List<Operation> operations = new ArrayList<>();
    operations.add(debit("A", usd("1")));
    operations.add(credit("B", usd("1")));
    NewTransaction made = accepted(of(operations));
    operations.clear();
    assertThat(made.operations()).hasSize(2);
  }

  private static Either<TransactionRefusal, NewTransaction> of(List<Operation> operations) {
    return NewTransaction.of(T, operations, Optional.empty());
  }

  @Test
  void isAskedByACallerUnderNoReservedIdAndAsWhatItIs() {
    AuthorizationTerms terms = new AuthorizationTerms(Duration.ofDays(1));
    NewTransaction plain = transfer("t", "A", "B", usd("5"));
    NewTransaction held = plain.authorizedUnder(terms);
    NewTransaction reserved = transfer("batch:t", "A", "B", usd("5"));
    NewTransaction most = accepted(NewTransaction.transferAtMost(T, A, accountId("B"), usd("5")));

    assertThat(accepted(plain.asked())).isSameAs(plain);
    assertThat(accepted(held.askedAsAuthorization())).isSameAs(held);
    assertThat(accepted(most.asked())).isSameAs(most);
    assertThat(refused(held.asked()).message())
        .isEqualTo("transaction t is an authorization: authorize it, and capture it then");
    assertThat(refused(most.authorizedUnder(terms).askedAsAuthorization()).message())
        .isEqualTo("t takes as much as there is, which an authorization cannot");
    assertThat(refused(reserved.asked()).message())
        .isEqualTo("transaction id batch:t begins with batch:, which is reserved");
    assertThat(plain.movesMoneyOf(A)).isTrue();
    assertThat(plain.movesMoneyOf(accountId("C"))).isFalse();
  }
}
