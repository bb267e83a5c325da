package io.twophase.adapter.mongo.record;

import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.mongo.document.Fields;
import io.twophase.domain.AccountId;
import io.twophase.domain.testing.Families;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal.GuardFailed;
import io.twophase.domain.transaction.HoldRefusal.ForeignHold;
import io.twophase.domain.transaction.HoldRefusal.InsufficientFunds;
import io.twophase.domain.transaction.PeriodRefusal;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReasonDocumentsTest {

  private static final AccountId A = accountId("A");

  /** The stream has one reason of each kind, and a foreign credit. */
  static Stream<CancelReason> reasons() {
    return Stream.concat(
        Families.cases(CancelReason.class)
            .map(CancelReason.class::cast)
            .filter(reason -> !(reason instanceof PeriodRefusal)),
        Stream.of(
            new CancelReason.Requested(""),
            new ForeignHold(transactionId("t"), epoch(1), credit("A", usd("0.07")))));
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
