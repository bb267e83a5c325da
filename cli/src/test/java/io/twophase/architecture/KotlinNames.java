package io.twophase.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.console.Console;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.guice.TwoPhaseModule;
import io.twophase.junit.FaultScript;
import io.twophase.junit.TwoPhaseExtension;
import io.twophase.junit.assertion.TwoPhaseAssertions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No public name that a host reaches is a hard keyword of Kotlin, where it would need backticks.
 */
abstract class KotlinNames {

  private static final Set<String> KEYWORDS =
      Set.of(
          ("as break class continue do else false for fun if in interface is null object package"
                  + " return super this throw true try typealias typeof val var when while")
              .split(" "));

  private final Set<JavaClass> reached = new LinkedHashSet<>();

  private void reach(JavaClasses all, Class<?>... doors) {
    Deque<JavaClass> open = new ArrayDeque<>();
    Stream.of(doors).map(all::get).forEach(open::add);
    while (!open.isEmpty()) {
      JavaClass next = open.pop();
      if (all.contain(next.getName()) && isPublic(next.getModifiers()) && reached.add(next)) {
        all.stream()
            .filter(nested -> nested.getEnclosingClass().filter(next::equals).isPresent())
            .forEach(open::add);
        open.addAll(next.reflect().isSealed() ? next.getSubclasses() : Set.of());
        Stream.of(
                next.getSuperclass().stream(),
                next.getInterfaces().stream(),
                codeUnits(next).map(JavaCodeUnit::getReturnType),
                codeUnits(next).flatMap(each -> each.getParameterTypes().stream()))
            .flatMap(types -> types)
            .forEach(type -> open.addAll(type.getAllInvolvedRawTypes()));
      }
    }
  }

  /** Methods of Twophase's own, and constructors: a host that calls those of others knows them. */
  private static Stream<JavaCodeUnit> codeUnits(JavaClass type) {
    return type.getCodeUnits().stream().filter(each -> isPublic(each.getModifiers()));
  }

  private static boolean isPublic(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) && !modifiers.contains(JavaModifier.SYNTHETIC);
  }

  private static Stream<String> names(JavaClass type) {
    return Stream.of(
            Stream.of(type.getPackageName().split("\\.")),
            Stream.of(type.getSimpleName()),
            type.getAllFields().stream()
                .filter(field -> isPublic(field.getModifiers()))
                .map(JavaField::getName),
            codeUnits(type).map(JavaCodeUnit::getName))
        .flatMap(each -> each);
  }

  private List<String> backticked(JavaClasses all, Class<?>... doors) {
    reach(all, doors);
    return reached.stream()
        .flatMap(
            type ->
                names(type).filter(KEYWORDS::contains).map(name -> type.getName() + ": " + name))
        .toList();
  }

  @Test
  void noNameAtTheFrontDoorNeedsBackticks() {
    assertThat(
            backticked(
                Trees.twophase(),
                TwoPhase.class,
                InMemoryStore.class,
                MongoStore.class,
                EmbeddedServer.class,
                Console.class,
                TwoPhaseModule.class,
                TwoPhaseExtension.class,
                FaultScript.class,
                TwoPhaseAssertions.class))
        .isEmpty();
    assertThat(reached).hasSizeGreaterThan(300);
  }

  /** A name that would need backticks, in a type that a host reaches by a parameter only. */
  public static final class Planted {
    private Planted() {}

    /** Needs none. */
    public static Planted of(List<? extends Inner[]> inner) {
      return new Planted();
    }

    /** Needs them. */
    public interface Inner {
      /** Is a keyword. */
      boolean in(String text);
    }
  }

  @Test
  void aPlantedNameIsFound() {
    assertThat(
            backticked(
                new ClassFileImporter().importClasses(Planted.class, Planted.Inner.class),
                Planted.class))
        .containsExactly(Planted.Inner.class.getName() + ": in");
  }
}
