package io.twophase.architecture.rules;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.HashMap;
import java.util.Map;

/** Nothing depends on itself by way of another. */
public final class CycleRules {

  /** No package depends on itself by way of others, within a module or across them. */
  public static ArchRule packagesAreFreeOfCycles(Root root) {
    return slices()
        .matching(root.below("(**)"))
        .should()
        .beFreeOfCycles()
        .as("packages are free of cycles");
  }

  /** No layer depends on itself by way of others, be it through packages that have no cycle. */
  public static ArchRule layersAreFreeOfCycles(Root root) {
    return slices()
        .assignedFrom(layersOf(root))
        .should()
        .beFreeOfCycles()
        .as("layers are free of cycles");
  }

  private static SliceAssignment layersOf(Root root) {
    return new SliceAssignment() {

      /** ArchUnit asks anew for each dependency. */
      private final Map<JavaClass, SliceIdentifier> known = new HashMap<>();

      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        return known.computeIfAbsent(type, this::layerOf);
      }

      private SliceIdentifier layerOf(JavaClass type) {
        return Layers.ALL.stream()
            .filter(layer -> resideInAPackage(root.below(layer.packages())).test(type))
            .findFirst()
            .map(layer -> SliceIdentifier.of(layer.packages()))
            .orElseGet(SliceIdentifier::ignore);
      }

      @Override
      public String getDescription() {
        return "layers";
      }
    };
  }

  private CycleRules() {}
}
