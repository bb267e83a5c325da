package io.twophase.adapter.mongo.record;

import static io.twophase.domain.testing.Documents.NULL;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.mongo.document.Fields;
import io.twophase.domain.AccountId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.DocumentRefusal.BoundReached;
import io.twophase.domain.transaction.DocumentRefusal.ChangeImpossible;
import io.twophase.domain.transaction.DocumentRefusal.DocumentBusy;
import io.twophase.domain.transaction.DocumentRefusal.DocumentCorrupt;
import io.twophase.domain.transaction.DocumentRefusal.DocumentExists;
import io.twophase.domain.transaction.DocumentRefusal.DocumentTooLarge;
import io.twophase.domain.transaction.DocumentRefusal.ForeignDocumentHold;
import io.twophase.domain.transaction.DocumentRefusal.GuardFailed;
import io.twophase.domain.transaction.DocumentRefusal.NoSuchDocument;
import io.twophase.domain.transaction.DocumentRefusal.NotAddable;
import io.twophase.domain.transaction.DocumentRefusal.UnsafeCollection;
import io.twophase.domain.transaction.DocumentRefusal.ValueTaken;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.HoldRefusal.AccountBusy;
import io.twophase.domain.transaction.HoldRefusal.AccountClosed;
import io.twophase.domain.transaction.HoldRefusal.AccountCorrupt;
import io.twophase.domain.transaction.HoldRefusal.AccountFrozen;
import io.twophase.domain.transaction.HoldRefusal.CeilingReached;
import io.twophase.domain.transaction.HoldRefusal.CurrencyMismatch;
import io.twophase.domain.transaction.HoldRefusal.ForeignHold;
import io.twophase.domain.transaction.HoldRefusal.InsufficientFunds;
import io.twophase.domain.transaction.HoldRefusal.NoSuchAccount;
import io.twophase.domain.transaction.HoldRefusal.NothingAvailable;
import io.twophase.domain.value.Value;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReasonDocumentsTest {

  private static final AccountId A = accountId("A");

  private static final List<HoldRefusal> REFUSALS =
      List.of(
          new NoSuchAccount(A),
          new AccountFrozen(A),
          new AccountClosed(A),
          new CurrencyMismatch(A, USD, EUR),
          new InsufficientFunds(A, usd("-5"), usd("7")),
          new NothingAvailable(A, usd("7")),
          new CeilingReached(A, usd("0"), usd("7")),
          new AccountBusy(A, 5_000),
          new ForeignHold(transactionId("t"), epoch(3), debit("A", usd("7"))),
          new ForeignHold(transactionId("t"), epoch(1), credit("A", usd("0.07"))),
          new AccountCorrupt(A, "balance is missing"));

  private static final DocumentRef ORDER =
      CollectionName.of("orders.2026")
          .inDatabase("shop")
          .onCluster("north")
          .document(new Value.Embedded(fields("n", 5L, "m", "x")));

  private static final List<DocumentRefusal> OF_DOCUMENTS =
      List.of(
          new NoSuchDocument(ORDER),
          new DocumentExists(order(NULL)),
          new GuardFailed(ORDER, "a.b", "is \"UnPaid\"", "$x: 1"),
          new ChangeImpossible(ORDER, "a", "an array", "5"),
          new DocumentTooLarge(ORDER, 1L << 40, 1 << 24),
          new BoundReached(ORDER, "n", -3, Long.MIN_VALUE),
          new NotAddable(ORDER, "n", "a whole number", "\"x\""),
          new DocumentCorrupt(ORDER, "pendingTransactions is 5"),
          new ValueTaken(ORDER, "email_1", "email"),
          new UnsafeCollection(ORDER, "has a validator"),
          new DocumentBusy(ORDER, transactionId("t2")),
          new ForeignDocumentHold(ORDER, transactionId("t")));

  static Stream<CancelReason> reasons() {
    return Stream.of(
            Stream.of(
                new CancelReason.Requested(""),
                new CancelReason.Requested("changed\nmy mind"),
                new CancelReason.Recovered(),
                new CancelReason.NeverBegun()),
            Stream.of(new CancelReason.Expired(Instant.ofEpochMilli(5))),
            REFUSALS.stream(),
            OF_DOCUMENTS.stream())
        .flatMap(all -> all);
  }

  @Test
  void thereIsATestForEveryRefusalOfADocument() {
    assertThat(OF_DOCUMENTS)
        .extracting(Object::getClass)
        .containsOnly(DocumentRefusal.class.getPermittedSubclasses());
  }

  /** The fields are named as the components are: to rename a component is another stored form. */
  @Test
  void theFieldsOfAReasonStay() {
    assertThat(reasons().map(ReasonDocuments::write).map(ReasonDocumentsTest::names).distinct())
        .containsExactlyInAnyOrder(
            "kind",
            "kind text",
            "kind expiresAt",
            "kind account",
            "kind account kept asked",
            "kind account available asked currency",
            "kind account asked currency",
            "kind account receivable asked currency",
            "kind account holds",
            "kind account id epoch debit currency",
            "kind account id epoch credit currency",
            "kind account fault",
            "kind document",
            "kind document field expected found",
            "kind document bytes limit",
            "kind document field left asked",
            "kind document fault",
            "kind document index fields",
            "kind document what",
            "kind document holder");
  }

  private static String names(BsonDocument reason) {
    return String.join(" ", reason.keySet());
  }

  @Test
  void aRefusalNamesTheDocumentAndWhatWasFound() {
    assertThat(
            ReasonDocuments.write(new GuardFailed(order(7), "status", "is \"UnPaid\"", "\"Paid\"")))
        .isEqualTo(
            BsonDocument.parse(
                """
                {kind: "GuardFailed", document: {collection: "orders", _id: 7}, field: "status",
                 expected: 'is "UnPaid"', found: '"Paid"'}
                """));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {kind: 'Whim', document: {collection: 'c', _id: 1}} | reason.kind is 'Whim', which is no reason
          {kind: 'NoSuchDocument', document: {collection: 'c'}} | reason.document._id is missing
          {kind: 'NoSuchDocument', document: {collection: '', _id: 1}} | reason.document cannot be: "" names no database or collection
          {kind: 'DocumentBusy', document: {collection: 'c', _id: 1}} | reason.holder is missing
          """)
  void anOddReasonIsNamed(String reason, String fault) {
    Fields fields = Fields.of(new BsonDocument("reason", BsonDocument.parse(reason)));

    assertThatThrownBy(() -> ReasonDocuments.read(fields.document("reason"))).hasMessage(fault);
  }

  @Test
  void thereIsATestForEveryRefusal() {
    assertThat(REFUSALS)
        .extracting(Object::getClass)
        .containsOnly(HoldRefusal.class.getPermittedSubclasses());
  }

  @Test
  void figuresAreMinorUnits() {
    assertThat(ReasonDocuments.write(new InsufficientFunds(A, usd("0.05"), usd("7"))))
        .isEqualTo(
            BsonDocument.parse(
                """
                {kind: "InsufficientFunds", account: "A", available: {$numberLong: "5"},
                 asked: {$numberLong: "700"}, currency: "USD"}
                """));
  }

  @Test
  void figuresOfTwoCurrenciesAreAFaultOfTheProgram() {
    CancelReason mixed = new InsufficientFunds(A, eur("1"), usd("2"));

    assertThatThrownBy(() -> ReasonDocuments.write(mixed))
        .isInstanceOf(IllegalStateException.class);
  }
}
