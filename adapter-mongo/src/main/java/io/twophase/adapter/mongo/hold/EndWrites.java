package io.twophase.adapter.mongo.hold;

import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.domain.Epoch;
import io.twophase.domain.document.Home;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.operation.InsertDocument;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * The end of a hold as guarded writes. A write that ends a range names its figures, for these are
 * given back; so a range of whatever figures is read first, unless its caller knows it, and only a
 * count on what names it says that there is none. Any other hold is named whole by its claim, or as
 * it was seen.
 */
public record EndWrites(Home home, Ending asked) {

  /** Returns whether the hold is a range whose figures its claim leaves open. */
  public boolean isOpen() {
    return asked.claim().flatMap(Claim::ofRange).filter(Claim.OfRange::open).isPresent();
  }

  /**
   * The hold that ends, as far as it is known: of an open range the figures that its caller has.
   *
   * @throws IllegalArgumentException if a range that is not open does not allow what is to move
   */
  public Optional<Hold> known() {
    return isOpen()
        ? asked.known().filter(hold -> asked.finds(home, hold) && isAllowedBy(hold))
        : asked.claim().map(this::named).or(() -> asked.known());
  }

  private Hold named(Claim claim) {
    Epoch at = asked.at().orElse(Epoch.NONE);
    return allowing(Hold.of(home, new Placing(asked.record(), at, claim)));
  }

  private boolean isAllowedBy(Hold hold) {
    return hold.range().allows(asked.net());
  }

  private Hold allowing(Hold hold) {
    if (!isAllowedBy(hold)) {
      throw new IllegalArgumentException("an end by " + asked.net() + " of " + hold);
    }
    return hold;
  }

  /**
   * The hold that ends among those that were read.
   *
   * @throws IllegalArgumentException if it does not allow what is to move
   */
  public Optional<Hold> among(List<Hold> holds) {
    return holds.stream().filter(hold -> asked.finds(home, hold)).findFirst().map(this::allowing);
  }

  /** Returns whether the target's holds of now allow that the hold ended a moment ago. */
  public boolean mayHaveEnded(Optional<List<Hold>> holds) {
    return holds
        .map(there -> there.stream().noneMatch(this::isInPlace))
        .orElse(asked.target() instanceof Target.OfDocument);
  }

  private boolean isInPlace(Hold hold) {
    HoldMode mode =
        asked.claim().map(Claim::mode).orElseGet(() -> asked.known().orElseThrow().mode());
    return hold.isOf(home, asked.record()) && hold.mode() == mode;
  }

  /** The epoch that the hold must have. */
  private Optional<Epoch> at(Hold hold) {
    return isOpen() ? Optional.of(hold.epoch()) : asked.at();
  }

  /**
   * The writes of which at most one matches: who gives back a hold need not know whether its
   * document is a placeholder. None of a range of nothing, for none is ever placed.
   */
  public List<WriteModel<BsonDocument>> first(Hold hold) {
    if (isNothing(hold)) {
      return List.of();
    }
    if (hold.mode() == HoldMode.ESCROW) {
      return List.of(
          TargetWrites.end(asked.target(), hold, at(hold), asked.net(), asked.happens()));
    }
    return asked
        .claim()
        .flatMap(Claim::ofDocument)
        .map(document -> ofOperation(document.operation(), hold))
        .orElseGet(() -> givenBack(hold, hold.mode() == HoldMode.EXCLUSIVE));
  }

  /** The writes for what the first have not found: it may be there in another form. */
  public List<WriteModel<BsonDocument>> otherwise(Hold hold) {
    return hold.mode() == HoldMode.ESCROW && !isNothing(hold)
        ? TargetWrites.endOtherwise(asked.target(), hold, at(hold), asked.net(), asked.happens())
        : List.of();
  }

  private static boolean isNothing(Hold hold) {
    return hold.mode() == HoldMode.ESCROW && hold.range().isNothing();
  }

  private List<WriteModel<BsonDocument>> ofOperation(DocumentOperation operation, Hold hold) {
    return asked.happens()
        ? List.of(operation.fold(new Settles(asked.target(), hold, asked.at())))
        : givenBack(hold, operation instanceof InsertDocument || operation instanceof CheckAbsent);
  }

  /** A placeholder goes with its hold; a document that others have marked as one stays. */
  private List<WriteModel<BsonDocument>> givenBack(Hold hold, boolean mayBePlaceholder) {
    BsonDocument held =
        HoldFilters.has(
            HoldFilters.at(
                asked.at(),
                asked.claim().isPresent()
                    ? HoldFilters.operation(hold)
                    : HoldFilters.element(hold)));
    BsonDocument pulled = HoldFilters.pulled(hold, asked.at());
    Target target = asked.target();
    if (!mayBePlaceholder) {
      return List.of(new UpdateOneModel<>(HoldFilters.of(target, List.of(held)), pulled));
    }
    return List.of(
        new DeleteOneModel<>(
            HoldFilters.of(target, List.of(HoldFilters.isPlaceholderOf(hold), held))),
        new UpdateOneModel<>(
            HoldFilters.of(target, List.of(HoldFilters.isNoPlaceholderOf(hold), held)), pulled));
  }

  /**
   * Returns whether only a count can say that the hold is not there, once no write has ended the
   * hold. The hold is an open range then, or a range that is settled, whose figures may be damaged.
   */
  public boolean isCounted() {
    return isOpen()
        || (asked.happens()
            && asked.claim().filter(claim -> claim.mode() == HoldMode.ESCROW).isPresent());
  }

  /**
   * The write matches if the range that ends is there, and changes nothing. An open range matches
   * whatever its figures are, any other range only if its figures cannot be read.
   *
   * @throws java.util.NoSuchElementException of what is no range
   */
  public UpdateOneModel<BsonDocument> present() {
    BsonDocument filter = HoldFilters.of(asked.target(), List.of());
    filter.putAll(
        asked
            .claim()
            .flatMap(Claim::ofRange)
            .map(
                range ->
                    isOpen()
                        ? HoldFilters.hasAdmitted(home, asked.record(), range, asked.at())
                        : HoldFilters.hasDamaged(home, asked.record(), range, asked.at()))
            .orElseThrow());
    return new UpdateOneModel<>(filter, HoldFilters.nothing());
  }
}
