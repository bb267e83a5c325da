package io.twophase.adapter.mongo.event;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.domain.AccountId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.Ending;
import io.vavr.control.Either;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * Carried balances as documents: {@code { _id: "A", sum: -1200, lines: 3, last: { endedAt: …, id:
 * "t7" }, latest: …, changes: 2, v: 1 }}. The sum is an int64, unless it does not fit one: a part
 * of what moved may be more than any balance.
 */
final class CarriedDocuments {

  private static final String SUM = "sum";
  private static final String LINES = "lines";
  private static final String LAST = "last";
  private static final String ENDED_AT = "endedAt";
  private static final String RECORD = "id";
  private static final String LATEST = "latest";
  private static final String CHANGES = "changes";

  private CarriedDocuments() {}

  static BsonDocument of(CarriedBalance balance) {
    BsonDocument document = id(balance.account());
    document.putAll(fields(balance));
    return document;
  }

  private static BsonDocument id(AccountId account) {
    return doc(Field.ID, account.value());
  }

  /** Returns what finds the document that {@code balance} is to replace. */
  static BsonDocument before(CarriedBalance balance) {
    return id(balance.account()).append(CHANGES, int64(balance.changes() - 1));
  }

  static BsonDocument fields(CarriedBalance balance) {
    BsonDocument fields = doc(SUM, sum(balance.sum()), LINES, int64(balance.lines()));
    balance.last().ifPresent(last -> fields.append(LAST, ending(last)));
    balance
        .latest()
        .ifPresent(latest -> fields.append(LATEST, new BsonDateTime(latest.toEpochMilli())));
    return fields
        .append(CHANGES, int64(balance.changes()))
        .append(Field.VERSION, new BsonInt32(Field.CURRENT_VERSION));
  }

  private static BsonValue sum(BigInteger sum) {
    return sum.bitLength() < Long.SIZE
        ? int64(sum.longValueExact())
        : new BsonDecimal128(new Decimal128(new BigDecimal(sum)));
  }

  private static BsonDocument ending(Ending ending) {
    return doc(ENDED_AT, ending.at(), RECORD, ending.record().value());
  }

  /** The balance, or one line that names the document and says why it is none. */
  static Either<String, CarriedBalance> read(BsonDocument document) {
    return Fields.read(document, CarriedDocuments::read)
        .mapLeft(fault -> "carried balance " + Fields.idText(document) + ": " + fault);
  }

  private static CarriedBalance read(Fields fields) {
    fields.requireCurrent();
    return new CarriedBalance(
        fields.parsed(Field.ID, AccountId::parse),
        sum(fields),
        fields.int64(LINES),
        fields.ifAny(LAST, fields::document).map(CarriedDocuments::ending),
        fields.ifAny(LATEST, fields::instant),
        fields.int64(CHANGES));
  }

  private static BigInteger sum(Fields fields) {
    return fields.value(SUM).isDecimal128()
        ? fields.value(SUM).asDecimal128().getValue().bigDecimalValue().toBigIntegerExact()
        : BigInteger.valueOf(fields.int64(SUM));
  }

  private static Ending ending(Fields last) {
    return new Ending(last.instant(ENDED_AT), new RecordId(last.text(RECORD)));
  }
}
