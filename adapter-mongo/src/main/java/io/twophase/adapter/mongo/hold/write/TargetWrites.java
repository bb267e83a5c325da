package io.twophase.adapter.mongo.hold.write;

import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.HoldField;
import io.twophase.adapter.mongo.hold.stored.HoldCodec;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Target;
import io.vavr.control.Option;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@link HoldRules} as guarded writes: each request is one write of its target. */
public final class TargetWrites {

  private static final String MATCHED_EPOCH = Field.path(Names.PENDING, "$." + HoldField.EPOCH);

  private final HoldRules rules;

  /** The writes of a store of those rules. */
  public TargetWrites(HoldRules rules) {
    this.rules = rules;
  }

  /**
   * The write that places a hold. None of a range that is never placed: of nothing, or of more than
   * any target has.
   */
  public Option<WriteModel<BsonDocument>> place(Placing asked, HoldTerms terms) {
    Hold hold = Hold.of(rules.home(), asked);
    return asked
        .claim()
        .fold(
            range ->
                Option.when(
                    !range.range().isNothing() && !range.range().isBeyondInt64(),
                    () -> RangeWrites.place(hold, range, rules)),
            document -> Option.some(place(hold, document, terms)));
  }

  private WriteModel<BsonDocument> place(Hold hold, Claim.OfDocument claim, HoldTerms terms) {
    boolean isAccount = claim.operation().document().collection().equals(rules.accounts());
    return claim.operation().fold(new DocumentPlaces(hold, claim.operation(), terms, isAccount));
  }

  /** The id of a target's document. */
  public static BsonValue id(Target target) {
    return HoldFilters.id(target);
  }

  /** Matches if exactly that hold is there, and changes nothing. */
  public static UpdateOneModel<BsonDocument> held(Target target, Hold hold) {
    return stamped(target, HoldFilters.exactly(hold), hold);
  }

  /** Raises the hold that was read, if it is there as it was read, and older. */
  public static UpdateOneModel<BsonDocument> stamp(Stamping asked) {
    BsonDocument element = HoldFilters.element(asked.read());
    element.append(
        HoldField.EPOCH,
        new BsonDocument("$eq", HoldCodec.epoch(asked.read().epoch()))
            .append("$lt", HoldCodec.epoch(asked.epoch())));
    return stamped(asked.target(), element, asked.read().at(asked.epoch()));
  }

  private static UpdateOneModel<BsonDocument> stamped(
      Target target, BsonDocument element, Hold hold) {
    BsonDocument filter = HoldFilters.of(target, List.of());
    filter.putAll(HoldFilters.has(element));
    return new UpdateOneModel<>(
        filter,
        new BsonDocument("$set", new BsonDocument(MATCHED_EPOCH, HoldCodec.epoch(hold.epoch()))));
  }
}
