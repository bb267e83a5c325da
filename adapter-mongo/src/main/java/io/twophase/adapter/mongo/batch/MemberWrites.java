package io.twophase.adapter.mongo.batch;

import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.ReceiptCodec;
import io.twophase.adapter.mongo.document.TransactionCodec;
import io.twophase.adapter.mongo.document.batch.MemberCodec;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.ServerClock;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.MemberTake;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.MemberReceipt;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * The writes of members' documents (rule 20): each guarded on the batch that the document names,
 * and on what it asks for.
 */
final class MemberWrites {

  private static final BsonDocument NOTHING =
      new BsonDocument("$inc", new BsonDocument(Field.VERSION, new BsonInt32(0)));

  private final Writes writes;
  private final TransactionCodec codec;
  private final ServerClock clock;

  MemberWrites(Writes writes, TransactionCodec codec, ServerClock clock) {
    this.writes = writes;
    this.codec = codec;
    this.clock = clock;
  }

  /** One command. */
  List<MatchOutcome> take(List<MemberTake> takes) {
    return MongoBatchRepository.matched(writes, takes, this::write, MemberWrites::left);
  }

  private WriteModel<BsonDocument> write(MemberTake take) {
    BsonDocument filter = MemberCodec.filter(take.free());
    return take.fold(
        into -> new UpdateOneModel<>(filter, naming(into)),
        alone -> replacement(filter, alone.record(clock.now())),
        canceled -> replacement(filter, canceled.record(clock.now())));
  }

  private static BsonDocument naming(MemberTake.IntoBatch take) {
    return new BsonDocument(
        "$set", new BsonDocument(Field.BATCH, new BsonString(take.into().value())));
  }

  private ReplaceOneModel<BsonDocument> replacement(BsonDocument filter, Transaction record) {
    return new ReplaceOneModel<>(filter, codec.encode(record));
  }

  /** Matches a document that is as the take leaves it, and changes nothing. */
  private static UpdateOneModel<BsonDocument> left(MemberTake take) {
    return new UpdateOneModel<>(
        take.fold(
            into -> MemberCodec.filter(into.taken()),
            alone -> alone(take.member(), alone.token()),
            canceled -> alone(take.member(), canceled.token())),
        NOTHING);
  }

  /** A token is written by one worker only. */
  private static BsonDocument alone(TransactionId id, Token token) {
    return new BsonDocument(Field.ID, new BsonString(id.value()))
        .append(Field.TOKEN, new BsonString(token.value()));
  }

  /**
   * One command; where some were there and it is not told which, those that are there as they are
   * given are counted before: all of these are removed then, and the others were not there.
   */
  List<MatchOutcome> remove(List<MemberDocument> members) {
    return writes
        .update(members.stream().map(MemberWrites::there).toList())
        .flatMap(
            matched ->
                Recount.unlessTold(
                    members,
                    matched,
                    some -> writes.update(some.stream().map(MemberWrites::there).toList())))
        .flatMap(there -> removed(members, there))
        .map(
            there ->
                IntStream.range(0, members.size())
                    .mapToObj(at -> Matches.outcome(there.contains(at)))
                    .toList())
        .getOrElse(Batches.all(members, MatchOutcome.IN_DOUBT));
  }

  /** One command. */
  List<MatchOutcome> replace(List<MemberReceipt> members) {
    return MongoBatchRepository.matched(
        writes,
        members,
        member ->
            new ReplaceOneModel<>(
                MemberCodec.filter(member.document()), ReceiptCodec.encode(member.receipt())),
        member -> new UpdateOneModel<>(ReceiptCodec.filter(member.receipt()), NOTHING));
  }

  private Answer<Set<Integer>> removed(List<MemberDocument> members, Set<Integer> there) {
    return there.isEmpty()
        ? Answer.certain(there)
        : writes
            .update(
                there.stream()
                    .map(
                        at -> new DeleteOneModel<BsonDocument>(MemberCodec.filter(members.get(at))))
                    .toList())
            .map(removed -> there);
  }

  private static UpdateOneModel<BsonDocument> there(MemberDocument member) {
    return new UpdateOneModel<>(MemberCodec.filter(member), NOTHING);
  }
}
