package io.twophase.architecture.rules;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;

/** All that is asked of Twophase's own classes. */
public final class Rules {

  /** Every rule, about the tree at {@code root}. */
  public static List<ArchRule> of(Root root) {
    return Stream.concat(
            Layers.ALL.stream().map(layer -> LayerRules.keepsToItsAllowList(root, layer)),
            Stream.of(
                LayerRules.everyClassLiesInALayer(root),
                PurityRules.theCoreTakesNoTimeNoChanceAndNoThread(root),
                PurityRules.onlyTheEngineKnowsOfThreads(root),
                PurityRules.theCoreKnowsInstantsAndDurations(root),
                PurityRules.fieldsOfTheDomainAreFinal(root),
                CycleRules.packagesAreFreeOfCycles(root),
                CycleRules.layersAreFreeOfCycles(root),
                WriteRules.onlyThoseNamedWrite(root),
                NullnessRules.everyPackageIsNullMarked(root)))
        .toList();
  }

  private Rules() {}
}
