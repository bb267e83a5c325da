package io.twophase.adapter.inmemory.planted;

import io.twophase.adapter.inmemory.InMemoryDocumentRepository;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.value.Field;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.test.forwarding.ForwardingDocuments;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Document repositories that each break one promise. */
final class PlantedDocuments {

  private PlantedDocuments() {}

  /** A sound repository, for a planted one to do one thing differently. */
  static class OverSoundDocuments extends ForwardingDocuments {
    final InMemoryDocumentRepository sound;

    OverSoundDocuments() {
      this(HoldLimit.DEFAULT);
    }

    OverSoundDocuments(HoldLimit limit) {
      this(new InMemoryDocumentRepository(limit));
    }

    private OverSoundDocuments(InMemoryDocumentRepository sound) {
      super(sound);
      this.sound = sound;
    }

    Epoch heldAt(DocumentLeg leg) {
      return sound
          .findLatest(leg.document())
          .<Option<Participant>>fold(
              found -> Option.some(found.document()),
              absent -> Option.none(),
              unreadable -> Option.none())
          .flatMap(there -> there.holdOfSameTransaction(DocumentHold.of(leg)))
          .map(DocumentHold::epoch)
          .getOrElse(leg.epoch());
    }
  }

  /** Breaks the fence: it settles whatever the transaction holds. */
  static final class SettleIgnoresTheEpoch extends OverSoundDocuments {
    @Override
    public List<MatchOutcome> settle(List<DocumentLeg> legs) {
      return sound.settle(
          legs.stream()
              .map(
                  leg ->
                      new DocumentLeg(leg.home(), leg.transaction(), heldAt(leg), leg.operation()))
              .toList());
    }
  }

  /** Takes back what another's decision counts on. */
  static final class WithdrawIgnoresTheEpoch extends OverSoundDocuments {
    @Override
    public List<MatchOutcome> withdraw(List<HeldDocument> held) {
      return sound.release(held);
    }
  }

  /** Leaves behind what a canceled transaction holds at another epoch. */
  static final class ReleaseNeedsTheEpoch extends OverSoundDocuments {
    @Override
    public List<MatchOutcome> release(List<HeldDocument> held) {
      return sound.withdraw(held);
    }
  }

  /** Takes a hold that is there for the one that was asked. */
  static final class HoldIgnoresTheHoldThatIsThere extends OverSoundDocuments {
    @Override
    public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
      return sound.hold(legs).stream()
          .map(
              outcome ->
                  outcome instanceof DocumentHoldOutcome.Present present
                      ? new DocumentHoldOutcome.Present(present.epoch(), true)
                      : outcome)
          .toList();
    }
  }

  /** Says that a document is held which is another's. */
  static final class HoldIgnoresWhoIsBusy extends OverSoundDocuments {
    @Override
    public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
      return sound.hold(legs).stream()
          .map(
              outcome ->
                  outcome instanceof DocumentHoldOutcome.Busy
                      ? DocumentHoldOutcome.held()
                      : outcome)
          .toList();
    }
  }

  /** Shows a hold of every document. */
  static final class ScanHeldIgnoresTheCollection extends OverSoundDocuments {
    @Override
    public void scanHeld(CollectionName collection, Consumer<DocumentLookup> consumer) {
      sound.scanHeld(collection, consumer);
      sound.scanHeld(CollectionName.of("stock"), consumer);
    }
  }

  /** Shows nothing of a document that has only bounds. */
  static final class ScanMarkedForgetsBounds extends OverSoundDocuments {
    @Override
    public void scanMarked(CollectionName collection, Consumer<DocumentLookup> consumer) {
      sound.scanHeld(collection, consumer);
    }
  }

  /** Names only the collections that have a hold now. */
  static final class CollectionsForgetsWhatHasEnded extends OverSoundDocuments {
    @Override
    public List<CollectionName> collections() {
      return sound.collections().stream().filter(this::hasHolds).toList();
    }

    private boolean hasHolds(CollectionName collection) {
      List<DocumentLookup> held = new ArrayList<>();
      sound.scanHeld(collection, held::add);
      return !held.isEmpty();
    }
  }

  /** Finds nothing where a placeholder is. */
  static final class FindHidesPlaceholders extends OverSoundDocuments {
    @Override
    public List<DocumentLookup> find(List<DocumentRef> documents) {
      return sound.find(documents).stream()
          .map(
              lookup ->
                  lookup instanceof DocumentLookup.Found found && found.document().placeholder()
                      ? new DocumentLookup.Absent(found.document().ref())
                      : lookup)
          .toList();
    }
  }

  /** Answers collection by collection, and not in the order asked. */
  static final class HoldAnswersInAnOrderOfItsOwn extends OverSoundDocuments {
    @Override
    public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
      return sound.hold(
          legs.stream().sorted(Comparator.comparing(leg -> leg.document().collection())).toList());
    }
  }

  /** Leaves a hold behind, where many are to be given back. */
  static final class ReleaseForgetsTheLast extends OverSoundDocuments {
    @Override
    public List<MatchOutcome> release(List<HeldDocument> held) {
      List<MatchOutcome> answers = new ArrayList<>(sound.release(held.subList(0, held.size() - 1)));
      answers.add(MatchOutcome.MATCHED);
      return answers;
    }
  }

  /** Takes more holds on a document than it may have. */
  static final class HoldIgnoresTheLimit extends OverSoundDocuments {
    HoldIgnoresTheLimit() {
      super(HoldLimit.NONE);
    }
  }

  /** Says that it has room for what is too large. */
  static final class HoldIgnoresTheSize extends OverSoundDocuments {
    @Override
    public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
      return sound.hold(legs).stream()
          .map(
              outcome ->
                  outcome instanceof DocumentHoldOutcome.Refused refused
                          && refused.refusal() instanceof DocumentRefusal.DocumentTooLarge
                      ? DocumentHoldOutcome.held()
                      : outcome)
          .toList();
    }
  }

  /** Takes a document of another database for its own of the same name. */
  static final class HoldForgetsTheDatabase extends OverSoundDocuments {
    @Override
    public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
      return sound.hold(legs.stream().map(HoldForgetsTheDatabase::here).toList());
    }

    private static DocumentLeg here(DocumentLeg leg) {
      DocumentRef document = leg.document();
      CollectionName name = CollectionName.of(document.collection().collection());
      return leg.operation() instanceof RemoveDocument remove
          ? new DocumentLeg(
              leg.home(),
              leg.transaction(),
              leg.epoch(),
              new RemoveDocument(name.document(document.id()), remove.guards()))
          : leg;
    }
  }

  /** Shows small numbers as large ones. */
  static final class FindMistakesTheTypeOfNumbers extends OverSoundDocuments {
    @Override
    public List<DocumentLookup> find(List<DocumentRef> documents) {
      return sound.find(documents).stream()
          .map(
              lookup ->
                  lookup instanceof DocumentLookup.Found found
                      ? new DocumentLookup.Found(mistaken(found.document()))
                      : lookup)
          .toList();
    }

    private static Participant mistaken(Participant document) {
      return new Participant(
          document.ref(),
          new Fields(
              document.fields().all().stream()
                  .map(
                      field ->
                          field.value() instanceof Value.Int32 small
                              ? new Field(field.name(), new Value.Int64(small.value()))
                              : field)
                  .toList()),
          document.placeholder(),
          document.lastTransaction(),
          document.holds(),
          document.escrow());
    }
  }
}
