package io.twophase.adapter.mongo.participant;

import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.collection.CollectionTraits;
import io.twophase.adapter.mongo.collection.KnownCollections;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.participant.write.GiveBackWrites;
import io.twophase.adapter.mongo.participant.write.SettleWrites;
import io.twophase.adapter.mongo.participant.write.StampWrites;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Function;

/**
 * What the repository of documents sends for legs of one collection, each batch as the part of a
 * command that others may share. Nothing that holds or settles is sent before the part is.
 */
public final class DocumentParts {

  /** More than a hold weighs, without what it reserves. */
  private static final int HOLD_BYTES = 4_000;

  private final KnownCollections collections;
  private final CollectionRegistry registry;
  private final Server server;
  private final HoldLimit limit;
  private final Function<CollectionName, CollectionForm> forms;

  DocumentParts(
      KnownCollections collections,
      CollectionRegistry registry,
      Server server,
      HoldLimit limit,
      Function<CollectionName, CollectionForm> forms) {
    this.collections = collections;
    this.registry = registry;
    this.server = server;
    this.limit = limit;
    this.forms = forms;
  }

  /** More than the writes of a leg weigh, in bytes. */
  public static int weight(DocumentLeg leg) {
    return Math.toIntExact(
        Math.min(Integer.MAX_VALUE / 2, HOLD_BYTES + OperationSize.of(leg.operation())));
  }

  /** More than the writes weigh that give back a hold, in bytes. */
  public static int weight(HeldDocument held) {
    return HOLD_BYTES;
  }

  /** The collection's name with its database, by which collections are ordered. */
  public String namespace(CollectionName name) {
    return collections.get(name).getNamespace().getFullName();
  }

  /**
   * Has the legs' collections registered, as has to be before their first hold is sent.
   *
   * @throws io.twophase.ports.StoreUnavailableException if that is not certain
   */
  public void register(List<DocumentLeg> legs) {
    // what is refused for its collection's name gives that no second name in the registry
    registry.register(
        legs.stream()
            .map(leg -> leg.document().collection())
            .filter(name -> collections.misnamed(name).isEmpty())
            .toList());
  }

  /** What is known of the legs' collections may be wrong: a settle was refused. */
  public void forget(List<DocumentLeg> legs) {
    legs.forEach(leg -> collections.forget(leg.document().collection()));
  }

  /** Places holds; {@link #register} has returned for their collection. */
  public Part<DocumentHoldOutcome> hold(CollectionName name, List<DocumentLeg> legs) {
    return new HoldRounds(
            writes(name),
            new DocumentReads(name, collections.get(name), server, forms.apply(name)),
            new TakenValues(new Reads(collections.get(name), server)),
            forms.apply(name),
            limit,
            server.limits().tellsSizes(),
            () -> traits(name),
            () -> collections.forget(name))
        .of(legs);
  }

  /** One that was not registered, since nothing could be held in it then, takes no holds yet. */
  private CollectionTraits traits(CollectionName name) {
    return collections
        .traits(name)
        .unless(
            () ->
                Option.when(
                    !registry.isRegistered(name),
                    "could take no holds a moment ago: ask again under another id"));
  }

  /** Stamps holds. */
  public Part<MatchOutcome> stamp(CollectionName name, List<DocumentLeg> legs) {
    return MatchRounds.leaving(writes(name), StampWrites::of, StampWrites::confirming).of(legs);
  }

  /** Settles what is held. */
  public Part<MatchOutcome> settle(CollectionName name, List<DocumentLeg> legs) {
    return MatchRounds.<DocumentLeg>ending(
            writes(name), leg -> List.of(SettleWrites.of(leg)), SettleWrites::withoutBounds)
        .of(legs);
  }

  /** Gives back what is held, at any epoch or at the holds' own. */
  public Part<MatchOutcome> giveBack(
      CollectionName name, List<HeldDocument> holds, boolean atItsEpoch) {
    return MatchRounds.<HeldDocument>ending(
            writes(name),
            held ->
                List.of(
                    GiveBackWrites.placeholder(held, atItsEpoch),
                    GiveBackWrites.whole(held, atItsEpoch)),
            held -> GiveBackWrites.withoutBounds(held, atItsEpoch))
        .of(holds)
        .unlessRefused(
            refused -> {
              if (registry.isStored(name)) {
                throw refused;
              }
              // its hold was refused with the collection, so there is nothing to give back
              return Batches.all(holds, MatchOutcome.NOT_MATCHED);
            });
  }

  private Writes writes(CollectionName name) {
    return new Writes(collections.get(name), server);
  }
}
