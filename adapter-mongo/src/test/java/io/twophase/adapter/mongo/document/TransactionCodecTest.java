package io.twophase.adapter.mongo.document;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TransactionCodecTest {

  private static final TransactionCodec CODEC = new TransactionCodec(USD);

  private static final String WHOLE =
      """
      {_id: "t1", source: "A", destination: "B", value: {$numberLong: "100"}, currency: "USD",
       state: "pending", epoch: {$numberLong: "1"}, application: "App1", token: "owner",
       createdAt: {$date: "2026-01-02T03:04:05Z"}, lastModified: {$date: "2026-01-02T03:04:05Z"},
       v: 1}
      """;

  private static final NewTransaction TRANSFER = transfer("t1", "A", "B", usd("1"));

  @Test
  void anOrdinaryTransferIsWrittenWithTheFieldsOfTheTutorial() {
    assertThat(CODEC.encode(recordOf(TRANSFER).build())).isEqualTo(BsonDocument.parse(WHOLE));
  }

  @Test
  void anyOtherTransactionIsWrittenAsOperations() {
    Transaction record =
        recordOf(
                transaction(
                    "t1", debit("A", usd("3")), credit("B", usd("1")), credit("C", usd("2"))))
            .build();

    BsonDocument document = CODEC.encode(record);

    assertThat(document).doesNotContainKeys("source", "destination", "value");
    assertThat(document.getArray("operations"))
        .isEqualTo(
            BsonDocument.parse(
                    """
                    {is: [{account: "A", debit: {$numberLong: "300"}},
                          {account: "B", credit: {$numberLong: "100"}},
                          {account: "C", credit: {$numberLong: "200"}}]}
                    """)
                .getArray("is"));
    assertThat(accepted(CODEC.decode(document))).isEqualTo(record);
  }

  @Test
  void aCreditFollowedByADebitIsNoOrdinaryTransfer() {
    Transaction record =
        recordOf(transaction("t1", credit("B", usd("1")), debit("A", usd("1")))).build();

    assertThat(CODEC.encode(record)).containsKey("operations");
    assertThat(accepted(CODEC.decode(CODEC.encode(record)))).isEqualTo(record);
  }

  @ParameterizedTest
  @EnumSource
  void aRecordIsReadBackAsItWasWritten(State state) {
    Transaction record = recordOf(TRANSFER).in(state).at(3).build();
    assertThat(accepted(CODEC.decode(CODEC.encode(record)))).isEqualTo(record);

    Transaction unclaimed = recordOf(TRANSFER).unclaimed().build();
    assertThat(accepted(CODEC.decode(CODEC.encode(unclaimed)))).isEqualTo(unclaimed);
  }

  @Test
  void aReversalNamesWhatItReverses() {
    NewTransaction reversal =
        accepted(
            NewTransaction.of(
                transactionId("t1:reversal"),
                TRANSFER.accountOperations(),
                Option.some(transactionId("t1"))));
    Transaction record = recordOf(reversal).build();

    assertThat(CODEC.encode(record).getString("reverses").getValue()).isEqualTo("t1");
    assertThat(accepted(CODEC.decode(CODEC.encode(record)))).isEqualTo(record);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {source: 1}            | source is int32 1, not a string
          {destination: "A"}     | account A occurs twice: source and destination must differ
          {value: 100}           | value is int32 100, not an int64
          {value: 100.0}         | value is double 100.0, not an int64
          {value: {$numberLong: "0"}} | value is 0, not above zero
          {currency: "Z"}        | currency is 'Z', not an ISO 4217 currency
          {state: "gone"}        | state is 'gone', which is no state
          {state: 1}             | state is int32 1, not a string
          {epoch: 1}             | epoch is int32 1, not an int64
          {epoch: {$numberLong: "-1"}} | epoch is -1, below zero
          {epoch: {$numberLong: "0"}} | epoch is 0, though the record is pending
          {application: 1}       | application is int32 1, not a string
          {application: ""}      | application: application name '' is empty
          {owner: 1}             | owner is int32 1, not a string
          {owner: ""}            | owner: owner id '' is empty
          {import: 1}            | import is int32 1, not a document
          {import: {file: "x"}}  | import.row is missing
          {token: []}            | token is array, not a string
          {createdAt: "today"}   | createdAt is string 'today', not a date
          {lastModified: 5}      | lastModified is int32 5, not a date
          {state: "canceling"}   | reason is missing, though the record is canceling
          {state: "canceled"}    | reason is missing, though the record is canceled
          {reason: "because"}    | reason is string 'because', not a document
          {reason: {}}           | reason.kind is missing
          {reason: {kind: "Canceled"}} | reason.text is missing
          {reason: {kind: "Whim", account: "A"}} | reason.kind is 'Whim', which is no reason
          {reason: {kind: "AccountFrozen"}} | reason.account is missing
          {reverses: 5}          | reverses is int32 5, not a string
          {operations: []}       | operations is empty, though the record is pending
          {operations: [{account: "A"}]} | operations[0].debit is missing
          {operations: [{account: "A", credit: {$numberLong: "-1"}}]} | operations[0].credit is -1, not above zero
          {operations: [{account: "A", credit: {$numberLong: "1"}}]} | debits of 0.00 and credits of 0.01 USD differ
          {v: 2}                 | v is 2, written by another version; this one reads 1
          {state: "authorized"}  | state is authorized, and it is no authorization
          {expiresAt: {$date: 5}} | authorization is missing
          {captured: [{$numberLong: "1"}, {$numberLong: "1"}]} | authorization is missing
          {atMost: false}  | atMost is there, where it cannot be
          {atMost: true, authorization: {lifetime: {$numberLong: "5"}}} | atMost is there, where it cannot be
          {atMost: true, captured: [{$numberLong: "1"}]} | captured has 1 amounts of 2
          {atMost: true, captured: [{$numberLong: "1"}, {$numberLong: "2"}]} | captured has another amount for the debit than for the credit
          {atMost: true, state: "authorized"} | state is authorized, and it is no authorization
          {authorization: {lifetime: {$numberLong: "0"}}} | authorization is none: lifetime PT0S: it is above zero, in whole milliseconds, and at most PT876600H
          {authorization: {lifetime: {$numberLong: "5"}}} | expiresAt is missing
          {authorization: {lifetime: {$numberLong: "5"}}, expiresAt: {$date: 5}} | expiresAt is not when it was begun and its lifetime
          {authorization: {lifetime: {$numberLong: "5"}, approvers: ["Ann"]}} | authorization.required is missing
          {authorization: {lifetime: {$numberLong: "5"}, required: 2, approvers: ["Ann"]}} | authorization is none: 2 approvals of 1 named
          {authorization: {lifetime: {$numberLong: "5"}, required: 1, approvers: [5]}} | authorization.approvers has an approver that is no text
          {v: 0}                 | v is 0, written by another version; this one reads 1
          {_id: ""}              | _id: transaction id '' is empty
          {_id: 12}              | _id is int32 12, not a string
          """)
  void anOddFieldIsNamed(String change, String fault) {
    BsonDocument document = BsonDocument.parse(WHOLE);
    document.putAll(BsonDocument.parse(change));

    assertThat(faultOf(document)).isEqualTo(fault);
  }

  @ParameterizedTest
  @CsvSource({
    "_id",
    "source",
    "destination",
    "value",
    "currency",
    "state",
    "epoch",
    "createdAt",
    "lastModified"
  })
  void aMissingFieldIsNamed(String name) {
    BsonDocument document = BsonDocument.parse(WHOLE);
    document.remove(name);

    assertThat(faultOf(document)).isEqualTo(name + " is missing");
  }

  @ParameterizedTest
  @CsvSource({"committed, APPLIED", "cancelled, CANCELED"})
  void theOlderNamesOfStatesAreRead(String name, State state) {
    BsonDocument document = BsonDocument.parse(WHOLE);
    document.putAll(
        BsonDocument.parse("{state: '" + name + "', reason: {kind: 'CanceledByRecovery'}}"));

    assertThat(accepted(CODEC.decode(document)).state()).isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource({"100", "100.0", "{$numberLong: '100'}"})
  void aSubmittedTransferOfTheTutorialIsReadAsUnclaimed(String value) {
    Transaction record = accepted(CODEC.decode(tutorial("initial", value)));

    assertThat(record.body()).isEqualTo(TRANSFER);
    assertThat(record.state()).isEqualTo(State.INITIAL);
    assertThat(record.epoch()).isEqualTo(Epoch.NONE);
    assertThat(record.createdAt()).isEqualTo(NOW);
    assertThat(record.history()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"done, DONE", "canceled, CANCELED", "cancelled, CANCELED"})
  void aFinishedTransferOfTheTutorialIsRead(String name, State state) {
    Transaction record = accepted(CODEC.decode(tutorial(name, "100")));

    assertThat(record.state()).isEqualTo(state);
    assertThat(record.reason().map(CancelReason::message))
        .isEqualTo(
            Option.when(
                state == State.CANCELED, "canceled on request: by the tutorial's protocol"));
  }

  @ParameterizedTest
  @CsvSource({"pending", "applied", "committed", "canceling"})
  void aTransferThatTheTutorialHasBegunIsLeftToIt(String name) {
    assertThat(faultOf(tutorial(name, "100")))
        .startsWith("state is ")
        .endsWith(
            ", without an epoch: begun by the tutorial's own protocol; stop what runs that, then"
                + " twophase adopt");
  }

  @Test
  void aTransferOfTheTutorialThatWasClaimedHereIsRead() {
    BsonDocument document = tutorial("pending", "100");
    document.putAll(
        BsonDocument.parse("{epoch: {$numberLong: '1'}, application: 'App1', token: 'x'}"));

    Transaction record = accepted(CODEC.decode(document));
    assertThat(record.epoch()).isEqualTo(Epoch.FIRST);
    assertThat(record.body()).isEqualTo(TRANSFER);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1.5   | value is 1.5, not an exact whole number
          -5    | value is -5, not above zero
          "100" | value is string '100', not a number
          """)
  void anOddValueOfTheTutorialIsNamed(String value, String fault) {
    assertThat(faultOf(tutorial("initial", value))).isEqualTo(fault);
  }

  private static BsonDocument tutorial(String state, String value) {
    return BsonDocument.parse(
        "{_id: 't1', source: 'A', destination: 'B', value: "
            + value
            + ", state: '"
            + state
            + "', lastModified: {$date: '2026-01-02T03:04:05Z'}}");
  }

  private static String faultOf(BsonDocument document) {
    return refused(CODEC.decode(document)).fault();
  }
}
