package io.twophase.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.twophase.architecture.rules.Layer;
import io.twophase.architecture.rules.Layers;
import io.twophase.architecture.rules.Root;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LibrariesTest {

  static List<Layer> layers() {
    return Layers.ALL;
  }

  /** An allowance that nobody uses any more is a hole in the rule. */
  @ParameterizedTest
  @MethodSource("layers")
  void whatALayerMayUseItUses(Layer layer) {
    List<JavaClass> used =
        Trees.twophase().that(resideInAPackage(Root.TWOPHASE.below(layer.packages()))).stream()
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .map(dependency -> dependency.getTargetClass())
            .toList();
    assertThat(layer.libraries().stream().filter(library -> !Layer.PLAIN.contains(library)))
        .allSatisfy(library -> assertThat(used).anyMatch(resideInAPackage(library)));
  }
}
