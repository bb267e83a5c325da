package io.twophase.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.twophase.architecture.rules.Layer;
import io.twophase.architecture.rules.Layer.Reserved;
import io.twophase.architecture.rules.LayerRules;
import io.twophase.architecture.rules.Layers;
import io.twophase.architecture.rules.Root;
import io.twophase.architecture.rules.WriteRules;
import io.twophase.architecture.rules.WriteRules.Writers;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An allowance that no class uses any more is a hole in the rule. */
abstract class AllowancesAreUsed {

  static List<Layer> layers() {
    return Layers.ALL;
  }

  static List<Writers> writers() {
    return WriteRules.WRITERS;
  }

  @ParameterizedTest
  @MethodSource("layers")
  void whatALayerMayUseItUses(Layer layer) {
    List<JavaClass> used =
        Trees.twophase().that(resideInAPackage(Root.TWOPHASE.below(layer.packages()))).stream()
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .map(dependency -> dependency.getTargetClass())
            .distinct()
            .toList();
    Stream<String> allowed =
        Stream.concat(
            Stream.concat(layer.parts().stream(), layer.classes().stream())
                .filter(part -> !Layers.VALUES.contains(part))
                .map(Root.TWOPHASE::below),
            layer.libraries().stream().filter(library -> !Layer.PLAIN.contains(library)));
    assertThat(allowed.filter(name -> used.stream().noneMatch(isOf(name)))).isEmpty();
  }

  private static Predicate<JavaClass> isOf(String allowed) {
    return resideInAPackage(allowed).or(describe(allowed, type -> type.getName().equals(allowed)));
  }

  @ParameterizedTest
  @MethodSource("writers")
  void whoMayWriteWrites(Writers writers) {
    assertThat(
            writers.callers().stream()
                .filter(
                    caller ->
                        Trees.twophase().stream()
                            .filter(type -> Root.TWOPHASE.isIn(type, caller))
                            .noneMatch(type -> WriteRules.writes(Root.TWOPHASE, writers, type))))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("layers")
  void whatIsReservedForAClassItUses(Layer layer) {
    assertThat(
            layer.reserved().stream()
                .flatMap(
                    reserved -> reserved.by().stream().filter(named -> !isUsedBy(reserved, named))))
        .isEmpty();
  }

  private static boolean isUsedBy(Reserved reserved, String named) {
    return Trees.twophase().stream()
        .filter(type -> Root.TWOPHASE.isIn(type, named))
        .anyMatch(type -> LayerRules.isUsedBy(Root.TWOPHASE, reserved, type));
  }
}
