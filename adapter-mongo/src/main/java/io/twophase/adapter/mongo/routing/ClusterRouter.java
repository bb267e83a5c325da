package io.twophase.adapter.mongo.routing;

import io.twophase.adapter.mongo.call.ByCollection;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Documents on several clusters, each asked for its own. What cannot be reached is asked for in
 * vain: the other clusters' documents are held or settled all the same. A cluster that is not known
 * here takes no holds, and what it has is neither settled nor given back: that is for a process
 * that knows it.
 */
public final class ClusterRouter implements DocumentRepository {

  private final DocumentRepository own;
  private final Map<String, DocumentRepository> others;

  /**
   * @param own the documents of collections that name no cluster
   * @param others those of other clusters, by their names
   */
  public ClusterRouter(DocumentRepository own, Map<String, DocumentRepository> others) {
    this.own = own;
    this.others = Map.copyOf(others);
  }

  /** The same own documents, with those of other clusters. */
  public ClusterRouter with(Map<String, DocumentRepository> clusters) {
    return new ClusterRouter(own, clusters);
  }

  /** Where a document is: the cluster's name, or none. */
  private static Option<String> cluster(DocumentRef document) {
    return document.collection().cluster();
  }

  private boolean knows(Option<String> cluster) {
    return cluster.forAll(others::containsKey);
  }

  private DocumentRepository on(Option<String> cluster) {
    if (!knows(cluster)) {
      throw new StoreException("cluster " + cluster.get() + " is none that this process knows");
    }
    return cluster.map(others::get).getOrElse(own);
  }

  @Override
  public List<DocumentLookup> find(List<DocumentRef> documents) {
    return ByCollection.read(
        documents, ClusterRouter::cluster, (cluster, of) -> on(cluster).find(of));
  }

  @Override
  public DocumentLookup findLatest(DocumentRef document) {
    return on(cluster(document)).findLatest(document);
  }

  @Override
  public void scanHeld(CollectionName collection, Consumer<DocumentLookup> consumer) {
    on(collection.cluster()).scanHeld(collection, consumer);
  }

  @Override
  public void scanMarked(CollectionName collection, Consumer<DocumentLookup> consumer) {
    on(collection.cluster()).scanMarked(collection, consumer);
  }

  @Override
  public List<CollectionName> collections() {
    return own.collections();
  }

  @Override
  public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
    return ByCollection.sendToAll(
        legs,
        leg -> cluster(leg.document()),
        (cluster, of) ->
            knows(cluster)
                ? on(cluster).hold(of)
                : of.stream().map(ClusterRouter::unknown).toList(),
        DocumentHoldOutcome.inDoubt());
  }

  private static DocumentHoldOutcome unknown(DocumentLeg leg) {
    return new DocumentHoldOutcome.Refused(
        new DocumentRefusal.UnsafeCollection(
            leg.document(), "is on a cluster that this process does not know"));
  }

  @Override
  public List<MatchOutcome> stamp(List<DocumentLeg> legs) {
    return ByCollection.sendToAll(
        legs,
        leg -> cluster(leg.document()),
        (cluster, of) -> on(cluster).stamp(of),
        MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> settle(List<DocumentLeg> legs) {
    return ByCollection.sendToAll(
        legs,
        leg -> cluster(leg.document()),
        (cluster, of) -> on(cluster).settle(of),
        MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> release(List<HeldDocument> held) {
    return ByCollection.sendToAll(
        held,
        one -> cluster(one.document()),
        (cluster, of) -> on(cluster).release(of),
        MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> withdraw(List<HeldDocument> held) {
    return ByCollection.sendToAll(
        held,
        one -> cluster(one.document()),
        (cluster, of) -> on(cluster).withdraw(of),
        MatchOutcome.IN_DOUBT);
  }
}
