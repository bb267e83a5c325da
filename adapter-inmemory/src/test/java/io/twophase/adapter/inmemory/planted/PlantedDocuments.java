package io.twophase.adapter.inmemory.planted;

import io.twophase.adapter.inmemory.InMemoryDocumentRepository;
import io.twophase.domain.account.HoldLimit;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.Participant;
import io.twophase.test.fault.ForwardingDocuments;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Document repositories that each break one promise. */
final class PlantedDocuments {

  private PlantedDocuments() {}

  /** A sound repository, for a planted one to do one thing differently. */
  static class OverSoundDocuments extends ForwardingDocuments {
    final InMemoryDocumentRepository sound;

    OverSoundDocuments() {
      this(new InMemoryDocumentRepository(HoldLimit.DEFAULT));
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
}
