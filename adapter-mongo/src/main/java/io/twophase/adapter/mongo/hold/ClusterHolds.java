package io.twophase.adapter.mongo.hold;

import io.twophase.adapter.mongo.driver.Calls;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Sight;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Target;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.ports.Holds;
import io.twophase.ports.StoreException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Targets on several clusters: the accounts and the documents on the store's own, and documents on
 * others, each asked for its own. What cannot be reached is asked for in vain: the other clusters'
 * targets are held or settled all the same. A cluster that is not known here takes no holds, and
 * what it has is neither settled nor given back: that is for a process that knows it.
 */
public final class ClusterHolds implements Holds {

  private final Holds own;
  private final Map<String, Holds> others;

  /**
   * @param own the accounts, and the documents of collections that name no cluster
   * @param others those of other clusters, by their names
   */
  public ClusterHolds(Holds own, Map<String, Holds> others) {
    this.own = own;
    this.others = Map.copyOf(others);
  }

  /** The holds of the store's own cluster. */
  public Holds own() {
    return own;
  }

  /** Returns where a target is: the cluster's name, or none. */
  private static Optional<String> cluster(Target target) {
    return target instanceof Target.OfDocument document
        ? document.ref().collection().cluster()
        : Optional.empty();
  }

  private boolean knows(Optional<String> cluster) {
    return cluster.map(others::containsKey).orElse(true);
  }

  private Holds on(Optional<String> cluster) {
    if (!knows(cluster)) {
      throw new StoreException(
          "cluster " + cluster.orElseThrow() + " is none that this process knows");
    }
    return cluster.map(others::get).orElse(own);
  }

  @Override
  public List<Answer> place(List<Placing> asked) {
    if (isOwn(asked, one -> one.claim().target())) {
      return own.place(asked);
    }
    return Calls.sendToAll(
        asked,
        one -> cluster(one.claim().target()),
        (cluster, of) ->
            knows(cluster)
                ? on(cluster).place(of)
                : of.stream().map(ClusterHolds::unknown).toList(),
        Answer.inDoubt());
  }

  private static Answer unknown(Placing asked) {
    if (asked.claim().target() instanceof Target.OfDocument document) {
      return Answer.refused(
          new DocumentRefusal.UnsafeCollection(
              document.ref(), "is on a cluster that this process does not know"));
    }
    throw new IllegalStateException("an account names no cluster: " + asked.claim().target());
  }

  /** Returns whether a call has nothing to do with other clusters. */
  private static <T> boolean isOwn(List<T> asked, Function<T, Target> target) {
    return asked.stream().allMatch(one -> cluster(target.apply(one)).isEmpty());
  }

  @Override
  public List<MatchOutcome> stamp(List<Stamping> asked) {
    return Calls.sendToAll(
        asked,
        one -> cluster(one.target()),
        (cluster, of) -> on(cluster).stamp(of),
        MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> end(List<Ending> asked) {
    if (isOwn(asked, Ending::target)) {
      return own.end(asked);
    }
    return Calls.sendToAll(
        asked,
        one -> cluster(one.target()),
        (cluster, of) -> on(cluster).end(of),
        MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<Sight> find(List<Target> targets) {
    return Calls.read(targets, ClusterHolds::cluster, (cluster, of) -> on(cluster).find(of));
  }

  @Override
  public Sight findLatest(Target target) {
    return on(cluster(target)).findLatest(target);
  }

  @Override
  public void scan(CollectionName collection, boolean onlyHeld, Consumer<Sight> consumer) {
    on(collection.cluster()).scan(collection, onlyHeld, consumer);
  }

  @Override
  public List<DocumentRef> select(CollectionName collection, List<Guard> guards, int most) {
    return on(collection.cluster()).select(collection, guards, most);
  }

  @Override
  public List<CollectionName> collections() {
    return own.collections();
  }
}
