package io.twophase.adapter.mongo.transaction;

import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.ReceiptCodec;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Places;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.ServerClock;
import io.twophase.adapter.mongo.server.ServerLimits;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.Receipt;
import io.twophase.ports.ReadLimit;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** The receipts that retention leaves in the place of records. */
final class Receipts {

  /** More than a replacement weighs: a reason may be long. */
  private static final int WEIGHT = 8_000;

  private static final BsonDocument ENDED_FIRST =
      new BsonDocument(Field.ENDED_AT, new BsonInt32(1)).append(Field.ID, new BsonInt32(1));

  private static final BsonDocument NOTHING =
      new BsonDocument("$inc", new BsonDocument(Field.VERSION, new BsonInt32(0)));

  private final Reads reads;
  private final Writes writes;
  private final ServerClock clock;
  private final ServerLimits limits;

  Receipts(Reads reads, Writes writes, ServerClock clock, ServerLimits limits) {
    this.reads = reads;
    this.writes = writes;
    this.clock = clock;
    this.limits = limits;
  }

  /** In the place of lone records, as these were finished. */
  List<MatchOutcome> replace(List<Receipt> receipts) {
    return Batches.send(
        limits.batches(receipts, receipt -> WEIGHT), this::replaceBatch, MatchOutcome.IN_DOUBT);
  }

  /** Where some have matched and it is not told which: those whose receipts are there. */
  private List<MatchOutcome> replaceBatch(List<Receipt> receipts) {
    return writes
        .update(receipts.stream().map(Receipts::replacement).toList())
        .flatMap(
            matched ->
                Recount.unlessTold(
                    receipts,
                    matched,
                    some -> writes.update(some.stream().map(Receipts::there).toList())))
        .map(
            replaced ->
                IntStream.range(0, receipts.size())
                    .mapToObj(at -> Matches.outcome(replaced.contains(at)))
                    .toList())
        .getOrElse(Batches.all(receipts, MatchOutcome.IN_DOUBT));
  }

  private static ReplaceOneModel<BsonDocument> replacement(Receipt receipt) {
    return new ReplaceOneModel<>(
        FinishedRecords.finished(receipt.id(), receipt.finishedAt()), ReceiptCodec.encode(receipt));
  }

  private static UpdateOneModel<BsonDocument> there(Receipt receipt) {
    return new UpdateOneModel<>(ReceiptCodec.filter(receipt), NOTHING);
  }

  /** The oldest of those that are old enough, as they are by now. */
  int remove(Duration endedFor, int limit) {
    ReadLimit.require(limit);
    BsonDocument old =
        ReceiptCodec.all()
            .append(
                Field.ENDED_AT, new BsonDocument("$lte", Places.date(clock.now().minus(endedFor))));
    List<BsonDocument> going = reads.page(old, ENDED_FIRST, 0, limit);
    Batches.send(
        limits.batches(going, receipt -> WEIGHT),
        some -> {
          writes.update(some.stream().map(receipt -> removal(old, receipt)).toList());
          return Batches.all(some, MatchOutcome.MATCHED);
        },
        MatchOutcome.IN_DOUBT);
    return going.size();
  }

  private static DeleteOneModel<BsonDocument> removal(BsonDocument old, BsonDocument receipt) {
    BsonDocument one = new BsonDocument(Field.ID, receipt.get(Field.ID));
    one.putAll(old);
    return new DeleteOneModel<>(one);
  }
}
