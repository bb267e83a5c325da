package io.twophase.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.console.Console;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.guice.TwoPhaseModule;
import io.twophase.junit.FaultScript;
import io.twophase.junit.TwoPhaseExtension;
import io.twophase.junit.assertion.TwoPhaseAssertions;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No public name that a host reaches is a hard keyword of Kotlin, where it would need backticks.
 */
class KotlinNamesTest {

  private static final Set<String> KEYWORDS =
      Set.of(
          ("as break class continue do else false for fun if in interface is null object package"
                  + " return super this throw true try typealias typeof val var when while")
              .split(" "));

  private final Set<Class<?>> reached = new LinkedHashSet<>();

  private void reach(Type type) {
    if (type instanceof ParameterizedType generic) {
      reach(generic.getRawType());
      reach(generic.getActualTypeArguments());
    } else if (type instanceof WildcardType wildcard) {
      reach(wildcard.getUpperBounds());
      reach(wildcard.getLowerBounds());
    } else if (type instanceof TypeVariable<?> variable) {
      Stream.of(variable.getBounds()).filter(Class.class::isInstance).forEach(this::reach);
    } else if (type instanceof GenericArrayType array) {
      reach(array.getGenericComponentType());
    } else if (type instanceof Class<?> raw) {
      reachClass(raw);
    }
  }

  private void reach(Type... types) {
    Stream.of(types).forEach(this::reach);
  }

  private void reachClass(Class<?> type) {
    if (type.isArray()) {
      reach(type.getComponentType());
    } else if (type.getName().startsWith("io.twophase.")
        && Modifier.isPublic(type.getModifiers())
        && reached.add(type)) {
      if (type.getGenericSuperclass() != null) {
        reach(type.getGenericSuperclass());
      }
      reach(type.getGenericInterfaces());
      reach(type.getClasses());
      if (type.isSealed()) {
        reach(type.getPermittedSubclasses());
      }
      for (Method method : methods(type)) {
        reach(method.getGenericReturnType());
        reach(method.getGenericParameterTypes());
      }
      for (Constructor<?> constructor : type.getConstructors()) {
        reach(constructor.getGenericParameterTypes());
      }
    }
  }

  /** The methods of Twophase's own: a host that calls those of others knows them. */
  private static List<Method> methods(Class<?> type) {
    return Stream.of(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .toList();
  }

  private static Stream<String> names(Class<?> type) {
    return Stream.of(
            Stream.of(type.getPackageName().split("\\.")),
            Stream.of(type.getSimpleName()),
            Stream.of(type.getFields()).map(Field::getName),
            methods(type).stream().map(Method::getName))
        .flatMap(each -> each);
  }

  private List<String> backticked(Class<?>... doors) {
    reach(doors);
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
    assertThat(backticked(Planted.class)).containsExactly(Planted.Inner.class.getName() + ": in");
  }
}
