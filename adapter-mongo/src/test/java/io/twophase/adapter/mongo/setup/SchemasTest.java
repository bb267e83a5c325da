package io.twophase.adapter.mongo.setup;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.document.AccountCodec;
import io.twophase.adapter.mongo.document.ReceiptCodec;
import io.twophase.adapter.mongo.document.StoredAccount;
import io.twophase.adapter.mongo.document.TransactionCodec;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.BodyDigest;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schemas let through what the codecs write, and not what the codecs cannot read. */
class SchemasTest {

  private static final Currency ADOPTED = Currency.getInstance("XXX");
  private static final AccountCodec ACCOUNTS = new AccountCodec(ADOPTED);
  private static final TransactionCodec RECORDS = new TransactionCodec(ADOPTED);

  private static final String ACCOUNT =
      """
      {_id: "A", balance: {$numberLong: "100"}, available: {$numberLong: "70"},
       receivable: {$numberLong: "9223372036854775707"},
       pendingTransactions: [{id: 't1', epoch: {$numberLong: '1'}, debit: {$numberLong: '30'}}],
       status: "active", currency: "USD", overdraft: {$numberLong: "0"},
       ceiling: {$numberLong: "9223372036854775807"}, opening: {$numberLong: "100"}, v: 1,
       openFor: "USD"}
      """;

  private static boolean isAccount(BsonDocument document) {
    return JsonSchema.accepts(Schemas.accounts(), document);
  }

  private static boolean isRecord(BsonDocument document) {
    return JsonSchema.accepts(Schemas.transactions(), document);
  }

  private static BsonDocument changed(BsonDocument document, String change) {
    BsonDocument parsed = BsonDocument.parse(change);
    parsed.forEach(
        (name, value) -> {
          if (name.equals("without")) {
            document.remove(value.asString().getValue());
          } else {
            document.put(name, value);
          }
        });
    return document;
  }

  @Test
  void anAccountSaysWhetherItTakesHolds() {
    assertThat(isAccount(without("{openFor: 'USD'}"))).isTrue();
    assertThat(isAccount(without("{shutFor: 'USD', status: 'frozen'}"))).isTrue();
    assertThat(isAccount(without("{shutFor: 'USD'}"))).isTrue();
    assertThat(isAccount(without("{}"))).isFalse();
    assertThat(isAccount(without("{openFor: 'USD', shutFor: 'USD'}"))).isFalse();
    assertThat(isAccount(without("{openFor: 'USD', status: 'frozen'}"))).isFalse();
    assertThat(isAccount(without("{openFor: 1}"))).isFalse();
  }

  private static BsonDocument without(String change) {
    return changed(changed(BsonDocument.parse(ACCOUNT), "{without: 'openFor'}"), change);
  }

  @Test
  void anAccountMayBeHeldAsADocument() {
    String hold = "{id: 't1', home: 'h', epoch: {$numberLong: '1'}, mode: 'shared', operation: 'd'";
    assertThat(isAccount(held(hold + "}"))).isTrue();
    assertThat(isAccount(held(hold + ", fields: ['status']}"))).isTrue();
    assertThat(isAccount(held(hold + ", debit: {$numberLong: '1'}}"))).isFalse();
    assertThat(isAccount(held(hold + ", mode: 'escrow'}"))).isFalse();
    assertThat(isAccount(held(hold.replace("home: 'h', ", "") + "}"))).isFalse();
  }

  @Test
  void anAccountMayBeHeldByABatch() {
    String hold = "{id: 'batch:1', epoch: {$numberLong: '1'}, ";
    String both = "debit: {$numberLong: '0'}, credit: {$numberLong: '5'}";
    assertThat(isAccount(held(hold + both + "}"))).isTrue();
    assertThat(isAccount(held(hold + both.replace("'0'", "'3'") + "}"))).isTrue();
    assertThat(isAccount(held(hold + both + ", had: {$numberLong: '0'}}"))).isTrue();
    assertThat(isAccount(held(hold + both + ", could: 1}"))).isFalse();
    assertThat(isAccount(held(hold + both.replace("'0'", "'-1'") + "}"))).isFalse();
    assertThat(isAccount(held((hold + both + "}").replace("batch:1", "t1")))).isFalse();
    assertThat(isAccount(held((hold + both + "}").replace("batch:1", "batch:")))).isFalse();
    assertThat(isAccount(held(hold + both + ", home: 'h', mode: 'shared', operation: 'd'}")))
        .isFalse();
  }

  private static BsonDocument held(String hold) {
    return changed(BsonDocument.parse(ACCOUNT), "{pendingTransactions: [" + hold + "]}");
  }

  @Test
  void accountsThatTheCodecWritesAreLetThrough() {
    assertThat(isAccount(BsonDocument.parse(ACCOUNT))).isTrue();
    assertThat(isAccount(ACCOUNTS.encode(account("A").with(usd("5"))))).isTrue();
    assertThat(isAccount(changed(BsonDocument.parse(ACCOUNT), "{owner: 'a host may add fields'}")))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{_id: 7}",
        "{_id: ''}",
        "{balance: 100}",
        "{balance: {$numberDecimal: '100'}}",
        "{available: 70.0}",
        "{available: {$numberLong: '-1'}}",
        "{receivable: null}",
        "{receivable: {$numberLong: '-1'}}",
        "{status: 'odd'}",
        "{currency: 'usd'}",
        "{overdraft: 1}",
        "{normal: 'credit'}",
        "{without: 'ceiling'}",
        "{without: 'opening'}",
        "{without: 'pendingTransactions'}",
        "{pendingTransactions: 'x'}",
        "{pendingTransactions: ['t1']}",
        "{pendingTransactions: [{id: 't1', debit: {$numberLong: '30'}}]}",
        "{pendingTransactions: [{id: 't1', epoch: {$numberLong: '1'}}]}",
        "{pendingTransactions: [{id: 't1', epoch: {$numberLong: '0'}, debit: {$numberLong:"
            + " '30'}}]}",
        "{pendingTransactions: [{id: 't1', epoch: {$numberLong: '1'}, debit: {$numberLong: '0'}}]}",
        "{pendingTransactions: [{id: 't1', epoch: {$numberLong: '1'}, debit: 30}]}",
        "{pendingTransactions: [{id: 't1', epoch: {$numberLong: '1'}, debit: {$numberLong: '30'},"
            + " credit: {$numberLong: '30'}}]}"
      })
  void anAccountThatCannotBeReadIsRefused(String change) {
    BsonDocument document = changed(BsonDocument.parse(ACCOUNT), change);

    assertThat(ACCOUNTS.decode(document)).isInstanceOf(StoredAccount.Unreadable.class);
    assertThat(isAccount(document)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{_id: 'A', balance: 1000, pendingTransactions: []}",
        "{_id: 'A', balance: 1000.5, pendingTransactions: [1, 2]}",
        "{_id: 'A', v: 2, balance: 'in a shape to come'}"
      })
  void accountsOfTheTutorialAndOfANewerVersionAreLetThrough(String document) {
    assertThat(isAccount(BsonDocument.parse(document))).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void recordsThatTheCodecWritesAreLetThrough(State state) {
    for (NewTransaction body :
        List.of(
            transfer("t1", "A", "B", usd("5")),
            transaction(
                "t1", debit("A", usd("3")), credit("B", usd("1")), credit("C", usd("2"))))) {
      assertThat(isRecord(RECORDS.encode(recordOf(body).in(state).build()))).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{without: 'authorization'}",
        "{without: 'expiresAt'}",
        "{expiresAt: 5}",
        "{authorization: {}}",
        "{authorization: {lifetime: 5}}",
        "{approvedBy: [5]}",
        "{captured: [{$numberLong: '0'}, {$numberLong: '1'}]}"
      })
  void oddAuthorizationsAreNot(String change) {
    BsonDocument document =
        RECORDS.encode(recordOf(transfer("t1", "A", "B", usd("5"))).in(State.AUTHORIZED).build());
    assertThat(isRecord(document)).isTrue();
    assertThat(isRecord(changed(document, change))).isFalse();
  }

  @Test
  void receiptsAreLetThroughAndOddOnesAreNot() {
    Receipt applied =
        new Receipt(
            transactionId("t1"),
            BodyDigest.of(transfer("t1", "A", "B", usd("1"))),
            epoch(1),
            Option.none(),
            Option.some(5L),
            Instant.EPOCH);
    Receipt canceled =
        new Receipt(
            applied.id(),
            applied.digest(),
            epoch(0),
            Option.some(ON_REQUEST),
            Option.none(),
            Instant.EPOCH);
    for (Receipt receipt : List.of(applied, canceled)) {
      BsonDocument document = ReceiptCodec.encode(receipt);
      assertThat(isRecord(document)).isTrue();
      assertThat(ReceiptCodec.decode(document)).isEqualTo(new TransactionLookup.Removed(receipt));
      for (String lost : List.of("digest", "epoch", "endedAt")) {
        BsonDocument odd = document.clone();
        odd.remove(lost);
        assertThat(isRecord(odd)).as(lost).isFalse();
        assertThat(ReceiptCodec.decode(odd)).isInstanceOf(TransactionLookup.Unreadable.class);
      }
    }
    BsonDocument odd = ReceiptCodec.encode(applied);
    odd.append("digest", new BsonBinary(new byte[3]));
    assertThat(ReceiptCodec.decode(odd))
        .isEqualTo(new TransactionLookup.Unreadable("t1", "digest has 3 bytes, not 32"));
    assertThat(isRecord(ReceiptCodec.encode(applied).append("moved", new BsonInt64(0)))).isFalse();
    assertThat(ReceiptCodec.decode(ReceiptCodec.encode(applied).append("v", new BsonInt32(2))))
        .isInstanceOf(TransactionLookup.Unreadable.class);
  }

  @Test
  void whatTakesAsMuchAsThereIsIsLetThroughAndOddOnesAreNot() {
    BsonDocument document =
        RECORDS.encode(
            recordOf(
                    NewTransaction.transferAtMost(
                            transactionId("t1"), accountId("A"), accountId("B"), usd("5"))
                        .get())
                .in(State.APPLIED)
                .build());
    assertThat(isRecord(document)).isTrue();
    assertThat(isRecord(changed(document, "{captured: [{$numberLong: '1'}, {$numberLong: '1'}]}")))
        .isTrue();
    for (String change :
        List.of(
            "{atMost: false}",
            "{without: 'atMost'}",
            "{without: 'value'}",
            "{state: 'authorized'}",
            "{captured: [{$numberLong: '1'}]}")) {
      assertThat(isRecord(changed(document, change))).as(change).isFalse();
    }
  }

  private static BsonDocument record(State state) {
    return RECORDS.encode(recordOf(transfer("t1", "A", "B", usd("5"))).in(state).build());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{_id: 7}",
        "{state: 'odd'}",
        "{without: 'state'}",
        "{without: 'epoch'}",
        "{epoch: 1}",
        "{epoch: {$numberLong: '-1'}}",
        "{token: 5}",
        "{application: ''}",
        "{without: 'source'}",
        "{without: 'currency'}",
        "{currency: 'dollars'}",
        "{value: 500}",
        "{value: {$numberLong: '0'}}",
        "{without: 'createdAt'}",
        "{lastModified: 'yesterday'}",
        "{state: 'canceled'}",
        "{state: 'canceling', reason: 'a text'}",
        "{without: 'value', operations: [{account: 'A'}]}",
        "{without: 'value', operations: [{account: 'A', debit: {$numberLong: '0'}}]}"
      })
  void aRecordThatCannotBeReadIsRefused(String change) {
    BsonDocument document = changed(record(State.PENDING), change);

    assertThat(RECORDS.decode(document).isLeft()).isTrue();
    assertThat(isRecord(document)).isFalse();
  }

  /** Of all kinds of operations. */
  private static BsonDocument recordOfAny() {
    return RECORDS.encode(
        recordOf(
                accepted(
                    NewTransaction.of(
                        transactionId("t1"),
                        List.of(
                            debit("A", usd("1")),
                            credit("B", usd("1")),
                            insert(order(1), fields("a", 1)),
                            change(order(2), is("a", 1), set("a", 2)),
                            remove(order(3), is("a", 1)),
                            check(order(4)),
                            absent(order(5)),
                            add(order(6), "n", 1)),
                        Option.none())))
            .build());
  }

  @Test
  void recordsOfAnyOperationsAreLetThrough() {
    assertThat(isRecord(recordOfAny())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{state: 'odd'}",
        "{operations: []}",
        "{without: 'operations'}",
        "{operations: [5]}",
        "{operations: [{account: 'A', debit: {$numberLong: '1'}}]}",
        "{operations: [{account: 'A', currency: 'USD'}]}",
        "{operations: [{burn: {collection: 'c', _id: 1}}]}",
        "{operations: [{absent: {collection: 'c'}}]}",
        "{operations: [{absent: {_id: 1}}]}",
        "{operations: [{absent: {collection: '', _id: 1}}]}",
        "{operations: [{absent: {collection: 'c', _id: 1}, check: {collection: 'c', _id: 1},"
            + " where: []}]}",
        "{operations: [{insert: {collection: 'c', _id: 1}}]}",
        "{operations: [{check: {collection: 'c', _id: 1}}]}",
        "{operations: [{remove: {collection: 'c', _id: 1}, where: [{is: 5}]}]}",
        "{operations: [{change: {collection: 'c', _id: 1}, where: [], changes: []}]}",
        "{operations: [{change: {collection: 'c', _id: 1}, where: [], changes: [{set: 5}]}]}",
        "{operations: [{add: {collection: 'c', _id: 1}, field: 'n', amount: 5,"
            + " floor: {$numberLong: '0'}, ceiling: {$numberLong: '9'}}]}"
      })
  void aRecordOfAnyOperationsThatCannotBeReadIsRefused(String change) {
    BsonDocument document = changed(recordOfAny(), change);

    assertThat(RECORDS.decode(document).isLeft()).isTrue();
    assertThat(isRecord(document)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{_id: 1, source: 'A', destination: 'B', value: 100, state: 'initial'}",
        "{_id: 't1', v: 2, state: 'a state to come'}"
      })
  void recordsOfTheTutorialAndOfANewerVersionAreLetThrough(String document) {
    assertThat(isRecord(BsonDocument.parse(document))).isTrue();
  }
}
