package io.twophase.adapter.mongo.event;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Docs.Doc;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.driver.Calls;
import io.twophase.adapter.mongo.driver.Reply.InsertOutcome;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.setup.RecordRetention;
import io.twophase.domain.AccountId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.Ending;
import io.twophase.ports.CarriedBalanceRepository;
import io.vavr.control.Either;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * The carried balances, a document for each account, in a collection of their own.
 *
 * @param retention of the records that they are of
 */
public record MongoCarriedBalanceRepository(Table table, RecordRetention retention)
    implements CarriedBalanceRepository {

  /** More than one weighs: two ids of 255 characters, of three bytes each. */
  private static final int WEIGHT = 4_000;

  @Override
  public boolean isComplete() {
    return retention.carries();
  }

  @Override
  public List<Either<String, CarriedBalance>> find(List<AccountId> accounts) {
    Map<String, BsonDocument> stored =
        table.reads().byId(accounts.stream().map(AccountId::value).toList());
    return accounts.stream()
        .map(
            account ->
                Optional.ofNullable(stored.get(account.value()))
                    .map(CarriedDocuments::read)
                    .orElseGet(() -> Either.right(CarriedBalance.none(account))))
        .toList();
  }

  @Override
  public List<MatchOutcome> carry(List<CarriedBalance> changed) {
    List<List<CarriedBalance>> commands = new ArrayList<>(commands(changed, true));
    commands.addAll(commands(changed, false));
    Map<AccountId, MatchOutcome> outcomes = new HashMap<>();
    List<MatchOutcome> answers = Calls.send(commands, this::send, MatchOutcome.IN_DOUBT);
    List<CarriedBalance> sent = commands.stream().flatMap(List::stream).toList();
    IntStream.range(0, sent.size())
        .forEach(at -> outcomes.put(sent.get(at).account(), answers.get(at)));
    return changed.stream().map(balance -> outcomes.get(balance.account())).toList();
  }

  private List<List<CarriedBalance>> commands(List<CarriedBalance> changed, boolean areFirst) {
    List<CarriedBalance> some =
        changed.stream().filter(balance -> isFirst(balance) == areFirst).toList();
    return table.server().batches(some, Collections.nCopies(some.size(), WEIGHT));
  }

  private static boolean isFirst(CarriedBalance balance) {
    return balance.changes() == 1;
  }

  private List<MatchOutcome> send(List<CarriedBalance> some) {
    return isFirst(some.get(0)) ? insert(some) : replace(some);
  }

  private List<MatchOutcome> insert(List<CarriedBalance> first) {
    return table.insert(first.stream().map(CarriedDocuments::of).toList()).stream()
        .map(InsertOutcome::matched)
        .toList();
  }

  /**
   * Replaces balances. If some have not matched, and it is not known which, all are asked for
   * again.
   */
  private List<MatchOutcome> replace(List<CarriedBalance> later) {
    return table
        .update(later.stream().map(MongoCarriedBalanceRepository::replacement).toList())
        .map(matched -> matched.outcomes(later.size()))
        .getOrElse(Collections.nCopies(later.size(), MatchOutcome.IN_DOUBT));
  }

  private static UpdateOneModel<BsonDocument> replacement(CarriedBalance balance) {
    return new UpdateOneModel<>(
        CarriedDocuments.before(balance), doc("$set", CarriedDocuments.fields(balance)));
  }

  @Override
  public void scan(Consumer<Either<String, CarriedBalance>> consumer) {
    table.reads().all(document -> consumer.accept(CarriedDocuments.read(document)));
  }

  /**
   * Carried balances as documents: {@code { _id: "A", sum: -1200, lines: 3, last: { endedAt: …, id:
   * "t7" }, latest: …, changes: 2, v: 1 }}. The sum is an int64, unless it does not fit one: a part
   * of what moved may be more than any balance.
   */
  static final class CarriedDocuments {

    private static final String SUM = "sum";
    private static final String LINES = "lines";
    private static final String LAST = "last";
    private static final String ENDED_AT = "endedAt";
    private static final String RECORD = "id";
    private static final String LATEST = "latest";
    private static final String CHANGES = "changes";

    private CarriedDocuments() {}

    static BsonDocument of(CarriedBalance balance) {
      return id(balance.account()).with(fields(balance));
    }

    private static Doc id(AccountId account) {
      return doc(Field.ID, account.value());
    }

    /** Returns what finds the document that {@code balance} is to replace. */
    static BsonDocument before(CarriedBalance balance) {
      return id(balance.account()).with(CHANGES, balance.changes() - 1);
    }

    static BsonDocument fields(CarriedBalance balance) {
      return doc(SUM, sum(balance.sum()), LINES, balance.lines())
          .with(LAST, balance.last().map(CarriedDocuments::ending))
          .with(LATEST, balance.latest())
          .with(CHANGES, balance.changes())
          .with(Field.VERSION, Field.CURRENT_VERSION);
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
}
