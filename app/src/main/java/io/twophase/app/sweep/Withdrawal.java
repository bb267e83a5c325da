package io.twophase.app.sweep;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** Withdraws the orphans of one collection, until the store refuses one. */
final class Withdrawal {

  private final DocumentRepository documents;
  private final CollectionName collection;
  private final List<HeldDocument> refused = new ArrayList<>(0);
  private Option<String> fault = Option.none();

  Withdrawal(DocumentRepository documents, CollectionName collection) {
    this.documents = documents;
    this.collection = collection;
  }

  /**
   * What became of each; nothing if the store refuses them, or has refused others before.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the own store cannot be reached
   */
  Option<List<MatchOutcome>> of(List<HeldDocument> orphans) {
    if (fault.isEmpty()) {
      try {
        return Option.some(documents.withdraw(orphans));
      } catch (StoreException one) {
        fault = Option.some(OneCollection.fault(collection, one));
      }
    }
    refused.addAll(orphans);
    return Option.none();
  }

  /** What is to be said of the collection, if the store has refused. */
  Option<LeftAlone> leftAlone() {
    return fault.map(why -> new LeftAlone.UnwritableCollection(collection, refused, why));
  }
}
