package io.twophase.adapter.mongo.document;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Timeline;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bytes of records that the release before transactions on documents has written ({@code
 * records-v1.hex}): this one reads them, and begins the same records with the same bytes, which
 * that release reads. Of those that are moved the history may differ: that release adds steps to
 * it.
 */
class OlderRecordsTest {

  private static final TransactionCodec CODEC = new TransactionCodec(USD);

  private static final NewTransaction TRANSFER = transfer("t1", "A", "B", usd("1"));

  private static final NewTransaction PAYROLL =
      transaction("pay", debit("A", usd("3")), credit("B", usd("1")), credit("C", usd("2")));

  private static List<Transaction> records() {
    Stream<Transaction> states =
        Stream.of(State.values())
            .filter(state -> state != State.AUTHORIZED)
            .map(state -> recordOf(TRANSFER).in(state).at(2).build());
    Stream<NewTransaction> bodies =
        Stream.of(
            TRANSFER.noted("rent, \"May\""),
            TRANSFER.importedBy(accepted(ImportedRow.of("0a".repeat(32), 7, true))),
            transaction("back to front", credit("B", usd("1")), debit("A", usd("1"))),
            new NewTransaction(
                transactionId("t1:reversal"),
                List.of(debit("B", usd("1")), credit("A", usd("1"))),
                Option.some(transactionId("t1"))),
            PAYROLL);
    Stream<CancelReason> reasons =
        Stream.of(
            new CancelReason.Recovered(),
            new CancelReason.Refused(new HoldRefusal.NoSuchAccount(accountId("A"))),
            new CancelReason.Refused(new HoldRefusal.CurrencyMismatch(accountId("A"), EUR, USD)),
            new CancelReason.Refused(
                new HoldRefusal.InsufficientFunds(accountId("A"), cents(-5), cents(7))),
            new CancelReason.Refused(new HoldRefusal.AccountBusy(accountId("A"), 5_000)),
            new CancelReason.Refused(
                new HoldRefusal.ForeignHold(transactionId("t"), epoch(3), debit("A", usd("7")))));
    return Stream.of(
            states,
            Stream.of(recordOf(TRANSFER).unclaimed().build()),
            bodies.map(body -> recordOf(body).build()),
            reasons.map(reason -> recordOf(PAYROLL).in(State.CANCELED).because(reason).build()),
            Stream.of(Transaction.tombstone(transactionId("t2"), NOW)))
        .flatMap(all -> all)
        .toList();
  }

  /** A record, and its bytes as they were written, in hexadecimal digits. */
  record Older(Transaction record, String bytes) {}

  static List<Older> older() throws IOException {
    List<Transaction> records = records();
    try (InputStream file =
        Objects.requireNonNull(OlderRecordsTest.class.getResourceAsStream("records-v1.hex"))) {
      List<String> lines =
          new String(file.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
      assertThat(lines).hasSameSizeAs(records);
      return IntStream.range(0, lines.size())
          .mapToObj(at -> new Older(records.get(at), lines.get(at)))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("older")
  void aRecordIsRead(Older older) {
    BsonDocument stored =
        new RawBsonDocument(HexFormat.of().parseHex(older.bytes())).decode(new BsonDocumentCodec());

    assertThat(accepted(CODEC.decode(stored))).isEqualTo(asTold(older.record()));
  }

  /** The record with the times that its one step of history tells. */
  private static Transaction asTold(Transaction record) {
    boolean isMoved = record.state().isDecided() || record.epoch().equals(epoch(2));
    return record.withTimes(
        record.createdAt(),
        record.lastModified(),
        isMoved && record.state() != State.INITIAL
            ? Timeline.NONE.moved(State.PENDING, record.state(), NOW)
            : Timeline.NONE);
  }

  @ParameterizedTest
  @MethodSource("older")
  void itsBytesAreStillTheSame(Older older) {
    BsonDocument written = CODEC.encodeForOlder(older.record());
    BsonDocument before =
        new RawBsonDocument(HexFormat.of().parseHex(older.bytes())).decode(new BsonDocumentCodec());
    if (isMoved(older.record())) {
      written.remove("history");
      before.remove("history");
    }
    assertThat(HexFormat.of().formatHex(bytesOf(written)))
        .isEqualTo(HexFormat.of().formatHex(bytesOf(before)));
  }

  private static boolean isMoved(Transaction record) {
    boolean isBegun = record.state() == State.INITIAL || record.state() == State.PENDING;
    return !record.body().isTombstone() && !(isBegun && record.epoch().value() <= 1);
  }

  private static byte[] bytesOf(BsonDocument document) {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(new BsonBinaryWriter(buffer), document, EncoderContext.builder().build());
    return buffer.toByteArray();
  }
}
