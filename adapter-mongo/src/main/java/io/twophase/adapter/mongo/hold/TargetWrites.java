package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.unlessZero;

import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Docs;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.GuardFilters;
import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits;
import io.twophase.adapter.mongo.hold.DocumentPlaces.ReadableFilters;
import io.twophase.adapter.mongo.hold.HoldCodec.HoldFilters;
import io.twophase.domain.Epoch;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.AccountDocumentRules;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * {@link HoldRules} as guarded writes: each request is one write of its target. In a range, of an
 * account's money or of a number field, a direction for which nothing is asked has no guard, for no
 * bound is below zero.
 */
public final class TargetWrites {

  private static final String MATCHED_EPOCH = Docs.path(Names.PENDING, "$." + Field.EPOCH);

  private TargetWrites() {}

  /**
   * The write that places a hold. None of a range that is never placed: of nothing, or of more than
   * any target has.
   *
   * @param room the condition that a target has room for another hold, if there is a limit
   * @param areAccounts whether the target's collection is that of the accounts
   * @param traits what the collection is like
   * @param asksSize whether the server is to compare the document's size before a change
   */
  static Optional<WriteModel<BsonDocument>> place(
      Optional<BsonDocument> room,
      Hold hold,
      Claim claim,
      boolean areAccounts,
      CollectionTraits traits,
      boolean asksSize) {
    return claim.fold(
        range ->
            !range.range().isNothing() && !range.range().isBeyondInt64()
                ? Optional.of(
                    range
                        .scale()
                        .fold(
                            money -> ofMoney(hold, range.target(), money, room),
                            field -> ofField(hold, range.target(), field, room)))
                : Optional.empty(),
        document ->
            Optional.of(
                new DocumentPlaces(hold, room, areAccounts, traits, asksSize)
                    .of(document.operation())));
  }

  /**
   * The refusal of a claim that is refused whatever its target is like, so that no write is sent.
   *
   * @param areAccounts whether the target's collection is that of the accounts
   * @param traits what the collection is like
   */
  static Optional<DocumentRefusal> refusal(
      Claim claim, boolean areAccounts, CollectionTraits traits) {
    return claim.fold(
        range ->
            range
                .target()
                .fold(
                    account -> Optional.empty(),
                    document ->
                        areAccounts
                            ? Optional.of(AccountDocumentRules.noAddition(document))
                            : traits.ofAddition(document, range.scale())),
        document ->
            areAccounts
                ? ofAccount(document.operation(), traits)
                : traits.refusal(document.operation()));
  }

  private static Optional<DocumentRefusal> ofAccount(
      DocumentOperation operation, CollectionTraits traits) {
    DocumentRef account = operation.document();
    return traits.unsafe(account).or(() -> AccountDocumentRules.refusal(account, operation));
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
        Field.EPOCH, doc("$eq", asked.read().epoch().value(), "$lt", asked.epoch().value()));
    return stamped(asked.target(), element, asked.read().at(asked.epoch()));
  }

  /** Matches a hold that such a stamp has left, and changes nothing. */
  public static UpdateOneModel<BsonDocument> stamped(Stamping asked) {
    return held(asked.target(), asked.read().at(asked.epoch()));
  }

  private static UpdateOneModel<BsonDocument> stamped(
      Target target, BsonDocument element, Hold hold) {
    return new UpdateOneModel<>(
        HoldFilters.of(target, HoldFilters.has(element)),
        doc("$set", doc(MATCHED_EPOCH, hold.epoch().value())));
  }

  /**
   * An account says by one field whether it takes ranges, and of which currency. The guard has each
   * number that a settle adds to, for a settle cannot fail.
   */
  private static UpdateOneModel<BsonDocument> ofMoney(
      Hold hold, Target target, Scale.Money money, Optional<BsonDocument> room) {
    Range range = hold.range();
    BsonDocument filter =
        HoldFilters.of(target)
            .append(Field.OPEN_FOR, new BsonString(money.currency().getCurrencyCode()));
    BsonDocument taken = new BsonDocument();
    take(Field.AVAILABLE, range.debit(), range.had(), filter, taken);
    take(Field.RECEIVABLE, range.credit(), range.could(), filter, taken);
    Stream.of(Field.BALANCE, Field.AVAILABLE, Field.RECEIVABLE)
        .forEach(number -> filter.putIfAbsent(number, HoldFilters.ANY_NUMBER));
    filter.putAll(HoldFilters.hasNoRange(hold, target));
    room.ifPresent(filter::putAll);
    return new UpdateOneModel<>(filter, placing(hold, taken));
  }

  private static UpdateOneModel<BsonDocument> ofField(
      Hold hold, Target target, Scale.OfField field, Optional<BsonDocument> room) {
    Range range = hold.range();
    String bounds = Docs.path(Names.ESCROW, field.name());
    String available = Docs.path(bounds, Field.AVAILABLE);
    String receivable = Docs.path(bounds, Field.RECEIVABLE);
    BsonDocument within =
        doc(Docs.path(bounds, Field.FLOOR), field.floor())
            .with(Docs.path(bounds, Field.CEILING), field.ceiling());
    BsonDocument taken = new BsonDocument();
    take(available, range.debit(), range.had(), within, taken);
    take(receivable, range.credit(), range.could(), within, taken);
    List<BsonDocument> conditions = new ArrayList<>();
    conditions.add(ReadableFilters.areHolds());
    conditions.add(HoldFilters.hasNoRange(hold, target));
    conditions.add(HoldFilters.hasNoExclusive());
    conditions.add(HoldFilters.hasNone(HoldMode.SHARED, Set.of(field.name())));
    conditions.add(GuardFilters.isWholeNumber(new FieldPath(List.of(field.name()))));
    conditions.add(within);
    Field.BOUNDS.forEach(one -> conditions.add(ReadableFilters.isInt64(Docs.path(bounds, one))));
    room.ifPresent(conditions::add);
    conditions.addAll(ReadableFilters.all());
    return new UpdateOneModel<>(HoldFilters.of(target, conditions), placing(hold, taken));
  }

  /** Takes what the hold is of from the bounds, and adds the hold. */
  private static BsonDocument placing(Hold hold, BsonDocument taken) {
    return new BsonDocument("$inc", taken)
        .append("$push", new BsonDocument(Names.PENDING, HoldCodec.encode(hold)));
  }

  /** A hold takes from a bound that has as much, and no more than it had, if that is known. */
  private static void take(
      String bound, long held, Optional<Long> most, BsonDocument filter, BsonDocument taken) {
    append(taken, bound, -held);
    BsonDocument guard = new BsonDocument();
    append(guard, "$gte", held);
    most.ifPresent(seen -> guard.append("$lte", new BsonInt64(seen)));
    if (!guard.isEmpty()) {
      filter.append(bound, guard);
    }
  }

  private static void append(BsonDocument document, String field, long amount) {
    if (amount != 0) {
      document.append(field, new BsonInt64(amount));
    }
  }

  /** The target has fewer holds than it may have. */
  static Optional<BsonDocument> room(HoldLimit limit) {
    return !limit.equals(HoldLimit.NONE)
        ? Optional.of(doc(Docs.path(Names.PENDING, "" + (limit.holds() - 1)), HoldFilters.ABSENT))
        : Optional.empty();
  }

  /**
   * The update that ends a range as it is known, at its epoch or at any: the number moves by {@code
   * net}, and the rest is given back.
   *
   * @param happens whether what was asked for is done, which leaves its mark in a document
   */
  static WriteModel<BsonDocument> end(
      Target target, Hold hold, Optional<Epoch> at, long net, boolean happens) {
    if (hold.isOfMoney()) {
      return happens ? settled(target, hold, at, net) : ofMoney(target, hold, at, net);
    }
    String field = field(hold);
    BsonDocument moved =
        moved(
            hold.range(),
            net,
            field,
            Field.bound(field, Field.AVAILABLE),
            Field.bound(field, Field.RECEIVABLE));
    return marked(ended(target, hasBounds(hold, net), hold, at, moved), hold, happens);
  }

  /**
   * Ends a range that the first write does not find: one whose field has lost its bounds since, and
   * makes none; a settle of an account's whose element has more than we write, or in another order.
   */
  static List<WriteModel<BsonDocument>> endOtherwise(
      Target target, Hold hold, Optional<Epoch> at, long net, boolean happens) {
    if (hold.isOfMoney()) {
      return happens ? List.of(ofMoney(target, hold, at, net)) : List.of();
    }
    BsonDocument gone = HoldFilters.not(hasBounds(hold, net));
    BsonDocument moved = doc(field(hold), unlessZero(net));
    return List.of(marked(ended(target, gone, hold, at, moved), hold, happens));
  }

  private static String field(Hold hold) {
    return hold.fields().iterator().next();
  }

  private static BsonDocument hasBounds(Hold hold, long net) {
    Stream<String> changed =
        Stream.concat(
            hold.range().debit() + net == 0 ? Stream.of() : Stream.of(Field.AVAILABLE),
            hold.range().credit() - net == 0 ? Stream.of() : Stream.of(Field.RECEIVABLE));
    return HoldFilters.hasBounds(field(hold), changed);
  }

  private static UpdateOneModel<BsonDocument> ofMoney(
      Target target, Hold hold, Optional<Epoch> at, long net) {
    return removing(
        HoldFilters.of(target, named(hold, at)), HoldFilters.pulled(hold, at), money(hold, net));
  }

  private static BsonDocument money(Hold hold, long net) {
    return moved(hold.range(), net, Field.BALANCE, Field.AVAILABLE, Field.RECEIVABLE);
  }

  /** Moves the number by {@code net}, and gives the bounds what that leaves of the hold. */
  private static BsonDocument moved(
      Range range, long net, String number, String available, String receivable) {
    BsonDocument moved = new BsonDocument();
    append(moved, number, net);
    append(moved, available, range.debit() + net);
    append(moved, receivable, range.credit() - net);
    return moved;
  }

  /**
   * Asks for an account's hold by one predicate, its whole element, for a settle names its epoch.
   * The predicate says $eq, for mongo-java-server looks for the fields of a plain one in different
   * elements. The pull has those fields of the element that tell the hold from others.
   */
  private static UpdateOneModel<BsonDocument> settled(
      Target target, Hold hold, Optional<Epoch> at, long net) {
    BsonDocument whole = HoldFilters.at(at, HoldCodec.encode(hold));
    BsonDocument held = new BsonDocument(Names.PENDING, new BsonDocument("$eq", whole));
    BsonDocument named = whole.clone();
    List.of(Field.EPOCH, Field.HAD, Field.COULD).forEach(named::remove);
    BsonDocument pulled = new BsonDocument(Names.PENDING, HoldFilters.at(at, named));
    return removing(
        HoldFilters.of(target, held), new BsonDocument("$pull", pulled), money(hold, net));
  }

  private static BsonDocument named(Hold hold, Optional<Epoch> at) {
    return HoldFilters.has(HoldFilters.at(at, HoldFilters.element(hold)));
  }

  private static UpdateOneModel<BsonDocument> ended(
      Target target, BsonDocument condition, Hold hold, Optional<Epoch> at, BsonDocument moved) {
    BsonDocument filter = HoldFilters.of(target, List.of(condition));
    filter.putAll(named(hold, at));
    return removing(filter, HoldFilters.pulled(hold, at), moved);
  }

  private static UpdateOneModel<BsonDocument> removing(
      BsonDocument filter, BsonDocument pulled, BsonDocument moved) {
    return new UpdateOneModel<>(filter, moved.isEmpty() ? pulled : pulled.append("$inc", moved));
  }

  private static WriteModel<BsonDocument> marked(
      UpdateOneModel<BsonDocument> update, Hold hold, boolean happens) {
    if (happens) {
      ((BsonDocument) update.getUpdate())
          .append("$set", doc(Names.LAST_TRANSACTION, lastTransaction(hold)));
    }
    return update;
  }

  /** The transaction that the end of a hold leaves in the document that it has changed. */
  static BsonDocument lastTransaction(Hold hold) {
    return doc(Field.HOLD_ID, hold.transaction().value(), Field.HOME, hold.home().name());
  }
}
