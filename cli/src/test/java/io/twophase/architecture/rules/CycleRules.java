package io.twophase.architecture.rules;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Nothing depends on itself by way of another. */
public final class CycleRules {

  /** No package depends on itself by way of others, within a module or across them. */
  public static ArchRule packagesAreFreeOfCycles(Root root) {
    return freeOfCycles(
        "packages",
        type ->
            type.getPackageName().startsWith(root.below("") + ".")
                ? SliceIdentifier.of(type.getPackageName())
                : SliceIdentifier.ignore());
  }

  /** No layer depends on itself by way of others, be it through packages that have no cycle. */
  public static ArchRule layersAreFreeOfCycles(Root root) {
    return freeOfCycles(
        "layers",
        type ->
            Layers.ALL.stream()
                .filter(layer -> resideInAPackage(root.below(layer.packages())).test(type))
                .findFirst()
                .map(layer -> SliceIdentifier.of(layer.packages()))
                .orElseGet(SliceIdentifier::ignore));
  }

  private static ArchRule freeOfCycles(String what, Function<JavaClass, SliceIdentifier> sliceOf) {
    // ArchUnit asks anew for each dependency
    Map<JavaClass, SliceIdentifier> known = new HashMap<>();
    SliceAssignment slices =
        new SliceAssignment() {
          @Override
          public SliceIdentifier getIdentifierOf(JavaClass type) {
            return known.computeIfAbsent(type, sliceOf);
          }

          @Override
          public String getDescription() {
            return what;
          }
        };
    return slices().assignedFrom(slices).should().beFreeOfCycles().as(what + " are free of cycles");
  }

  private CycleRules() {}
}
