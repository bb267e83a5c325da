package io.twophase.adapter.mongo.routing;

import io.twophase.adapter.mongo.call.ByCollection;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.ParticipantLeg;
import io.twophase.ports.ParticipantRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Accounts, which are on the store's own cluster, and documents on any: what is on the own cluster
 * is asked for together, and each other cluster is asked for its own.
 */
public final class ParticipantRouter implements ParticipantRepository {

  private final HomeParticipants home;
  private final ClusterRouter clusters;

  /**
   * @param home what is on the store's own cluster
   * @param clusters the documents of all clusters
   */
  public ParticipantRouter(HomeParticipants home, ClusterRouter clusters) {
    this.home = home;
    this.clusters = clusters;
  }

  /** The same accounts, with documents of other clusters. */
  public ParticipantRouter with(ClusterRouter others) {
    return new ParticipantRouter(home, others);
  }

  private static boolean isHome(ParticipantLeg leg) {
    return leg.fold(
        onAccount -> true, onDocument -> onDocument.document().collection().cluster().isEmpty());
  }

  private static boolean areHome(List<ParticipantLeg> legs) {
    return legs.stream().allMatch(ParticipantRouter::isHome);
  }

  @Override
  public List<HoldOutcome> hold(List<ParticipantLeg> legs) {
    List<HoldOutcome> outcomes =
        areHome(legs)
            ? home.hold(legs)
            : ByCollection.sendToAll(
                legs,
                ParticipantRouter::isHome,
                (isHome, of) -> isHome ? home.hold(of) : elsewhere(of),
                HomeParticipants.HOLD_IN_DOUBT);
    return outcomes.contains(HomeParticipants.HOLD_IN_DOUBT)
        ? inDoubtByKind(legs, outcomes)
        : outcomes;
  }

  private List<HoldOutcome> elsewhere(List<ParticipantLeg> legs) {
    return clusters.hold(HomeParticipants.documentsOf(legs)).stream()
        .<HoldOutcome>map(outcome -> outcome.isInDoubt() ? HomeParticipants.HOLD_IN_DOUBT : outcome)
        .toList();
  }

  private static List<HoldOutcome> inDoubtByKind(
      List<ParticipantLeg> legs, List<HoldOutcome> outcomes) {
    List<HoldOutcome> byKind = new ArrayList<>(outcomes);
    for (int at = 0; at < legs.size(); at++) {
      if (outcomes.get(at).isInDoubt()) {
        byKind.set(
            at,
            legs.get(at)
                .<HoldOutcome>fold(
                    onAccount -> AccountHoldOutcome.inDoubt(),
                    onDocument -> DocumentHoldOutcome.inDoubt()));
      }
    }
    return byKind;
  }

  @Override
  public List<MatchOutcome> stamp(List<ParticipantLeg> legs) {
    return areHome(legs)
        ? home.stamp(legs)
        : ByCollection.sendToAll(
            legs,
            ParticipantRouter::isHome,
            (isHome, of) ->
                isHome ? home.stamp(of) : clusters.stamp(HomeParticipants.documentsOf(of)),
            MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> settle(List<ParticipantLeg> legs) {
    return toAll(legs, home::settle, clusters::settle);
  }

  @Override
  public List<MatchOutcome> release(List<ParticipantLeg> legs) {
    return toAll(legs, home::release, of -> clusters.release(HomeParticipants.held(of)));
  }

  @Override
  public List<MatchOutcome> withdraw(List<ParticipantLeg> legs) {
    return toAll(legs, home::withdraw, of -> clusters.withdraw(HomeParticipants.held(of)));
  }

  private static List<MatchOutcome> toAll(
      List<ParticipantLeg> legs,
      Function<List<ParticipantLeg>, List<MatchOutcome>> atHome,
      Function<List<DocumentLeg>, List<MatchOutcome>> elsewhere) {
    return areHome(legs)
        ? atHome.apply(legs)
        : ByCollection.sendToAll(
            legs,
            ParticipantRouter::isHome,
            (isHome, of) ->
                isHome ? atHome.apply(of) : elsewhere.apply(HomeParticipants.documentsOf(of)),
            MatchOutcome.IN_DOUBT);
  }
}
