package io.twophase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guards;
import io.twophase.domain.event.ActionKind;
import io.twophase.domain.event.ActionOutcome;
import io.twophase.domain.event.ActionSubject;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.LoggedAction;
import io.twophase.domain.event.OperatorAction;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.Labels;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every public call of the front door, and of every type that a host gives to it, is made with each
 * of its arguments missing or bad. What is thrown has a sentence that names the thing.
 */
@Timeout(120)
class FrontDoorArgumentsTest {

  private static final InMemoryStore STORE = InMemoryStore.create(Clock.systemUTC());
  @AutoClose private static final TwoPhase HOST = TwoPhase.over(STORE).build();
  private static final Map<Class<?>, Object> SAMPLES = FrontDoorSamples.of(STORE, HOST);

  private static final List<Object> DOORS =
      Stream.concat(Stream.of(HOST, TwoPhase.over(STORE)), FrontDoorSamples.doors(HOST)).toList();

  /** What no call can use, by the type of its parameter. */
  private static final Map<Class<?>, List<Object>> BAD =
      Map.of(
          String.class,
          List.of("", " ", "a\0b", "DOLLAR", "-1", "x".repeat(70_000), "a..b", "$a", "\uD800"),
          int.class,
          List.of(-1, 0, Integer.MIN_VALUE, Integer.MAX_VALUE),
          long.class,
          List.of(-1L, 0L, Long.MIN_VALUE, Long.MAX_VALUE),
          Duration.class,
          List.of(Duration.ofSeconds(-1), Duration.ZERO, Duration.ofSeconds(Long.MAX_VALUE)),
          Instant.class,
          List.of(Instant.MIN, Instant.MAX),
          List.class,
          List.of(List.of(), Collections.singletonList(null)),
          Map.class,
          List.of(Map.of(), Collections.singletonMap(null, null)),
          Object.class,
          List.of(new Thread(), Double.NaN, List.of(), new Object[0]));

  /** Where the types are that hosts make. */
  private static final Set<String> MADE_BY_HOSTS =
      Set.of(
          "io.twophase",
          "io.twophase.app.engine",
          "io.twophase.app.recovery",
          "io.twophase.app.transfer",
          "io.twophase.app.transfer.queue",
          "io.twophase.domain.account",
          "io.twophase.domain.authorization",
          "io.twophase.domain.document",
          "io.twophase.domain",
          "io.twophase.domain.operation",
          "io.twophase.domain.value",
          "io.twophase.ports");

  /** Those in packages of which hosts make no other type. */
  private static final Set<Class<?>> ALSO_MADE_BY_HOSTS =
      Set.of(
          Labels.class,
          ImportedRow.class,
          EventPosition.class,
          ActionKind.class,
          ActionOutcome.class,
          ActionSubject.class,
          LoggedAction.class,
          OperatorAction.class);

  /** Made by the enum, or by what all records have: not by hosts. */
  private static final Set<String> OF_JAVA =
      Set.of("valueOf", "values", "equals", "hashCode", "toString", "compareTo", "fold");

  /** One call with one argument that is missing or bad. */
  private record Call(Executable called, int at, Object bad) {

    String name() {
      return called.getParameters()[at].getName();
    }

    /** What is wrong with how it ended, if anything is. */
    Optional<String> fault(Object[] good) {
      Object[] arguments = good.clone();
      arguments[at] = bad;
      try {
        Object made =
            called instanceof Method method
                ? method.invoke(target(method), arguments)
                : ((Constructor<?>) called).newInstance(arguments);
        if (made instanceof AutoCloseable closing) {
          closing.close();
        }
        return bad == null && !mayBeMissing() ? Optional.of(this + " is taken") : Optional.empty();
      } catch (InvocationTargetException thrown) {
        return isSentence(thrown.getCause())
            ? Optional.empty()
            : Optional.of(this + ": " + thrown.getCause());
      } catch (Exception other) {
        throw new IllegalStateException(toString(), other);
      }
    }

    private boolean mayBeMissing() {
      return called.getAnnotatedParameterTypes()[at].isAnnotationPresent(Nullable.class);
    }

    /** Of what is missing the name is enough; the JVM's own words are not. */
    private boolean isSentence(Throwable thrown) {
      String message = String.valueOf(thrown.getMessage());
      if (thrown instanceof NullPointerException) {
        return thrown.getMessage() != null && !message.startsWith("Cannot ");
      }
      return thrown instanceof IllegalArgumentException
          && message.split(" ", 3).length == 3
          && (!isShown() || message.contains(String.valueOf(bad)));
    }

    /** Whether a message has to show the value: one that is short, and can be printed. */
    private boolean isShown() {
      return bad instanceof Duration
          || (bad instanceof String text && text.matches("[\\x20-\\x7e]{1,20}"));
    }

    @Override
    public String toString() {
      String text = bad instanceof Object[] ? "an array" : String.valueOf(bad);
      String shown = text.length() > 40 ? text.substring(0, 40) + "…" : text;
      return called.getDeclaringClass().getSimpleName()
          + "."
          + called.getName().replaceFirst(".*\\.", "new ")
          + ", "
          + name()
          + " = "
          + shown.replace("\0", "\\0");
    }
  }

  @Test
  void whatIsBadIsRefusedByASentence() {
    Set<String> faults = new TreeSet<>();
    int calls = 0;
    for (Executable called : called()) {
      Object[] good =
          Arrays.stream(called.getParameters()).map(FrontDoorArgumentsTest::sample).toArray();
      for (int at = 0; at < good.length; at++) {
        for (Object bad : bad(called.getParameterTypes()[at])) {
          new Call(called, at, bad).fault(good).ifPresent(faults::add);
          calls++;
        }
      }
    }
    assertThat(faults).as("%s calls", calls).isEmpty();
    assertThat(calls).isGreaterThan(500);
  }

  @Test
  void theValueIsShown() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TwoPhase.money("1.00", "DOLLAR"))
        .withMessage("\"DOLLAR\" is no ISO 4217 code of a currency, such as USD");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FieldChange.set("\uD800", 1))
        .withMessageStartingWith("a field path beginning \"\" has half of a character");
    assertThatNullPointerException()
        .isThrownBy(() -> HOST.accounts().find(Arrays.asList(TwoPhase.account("A"), null)))
        .withMessage("ids has nothing at place 1");
  }

  private static List<Object> bad(Class<?> type) {
    List<Object> bad = new ArrayList<>(BAD.getOrDefault(type, List.of()));
    if (!type.isPrimitive()) {
      bad.add(null);
    }
    return bad;
  }

  private static Object sample(Parameter parameter) {
    Class<?> type = parameter.getType();
    if (parameter.getName().equals("currency") && type == String.class) {
      return "USD";
    }
    return FrontDoorSamples.one(SAMPLES, type);
  }

  private static Object target(Method method) {
    if (Modifier.isStatic(method.getModifiers())) {
      return null;
    }
    Class<?> type = method.getDeclaringClass();
    return DOORS.stream()
        .filter(type::isInstance)
        .findFirst()
        .orElseGet(() -> FrontDoorSamples.one(SAMPLES, type));
  }

  /** The doors' methods; and what makes and changes what they are given, and what that is given. */
  private static Collection<Executable> called() {
    Set<Executable> called = new LinkedHashSet<>();
    Set<Class<?>> seen = new LinkedHashSet<>();
    Deque<Class<?>> given = new ArrayDeque<>(List.of(FieldChange.class, Guards.class));
    for (Object door : DOORS) {
      seen.add(door.getClass());
      methods(door.getClass()).forEach(called::add);
    }
    // no daemon is running here whose own methods could be called
    methods(RecoveryDaemon.class)
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .forEach(called::add);
    called.forEach(one -> given.addAll(parameters(one)));
    while (!given.isEmpty()) {
      Class<?> type = given.remove();
      if ((MADE_BY_HOSTS.contains(type.getPackageName()) || ALSO_MADE_BY_HOSTS.contains(type))
          && !isInterfaceOfHost(type)
          && seen.add(type)) {
        Stream.concat(
                Arrays.stream(type.getConstructors()),
                methods(type).filter(FrontDoorArgumentsTest::isMaker))
            .forEach(
                one -> {
                  called.add(one);
                  given.addAll(parameters(one));
                });
      }
    }
    return called;
  }

  /** Whether it makes one of its type, or says why there is none. */
  private static boolean isMaker(Executable called) {
    Type made = ((Method) called).getGenericReturnType();
    return made == called.getDeclaringClass()
        || classes(made).anyMatch(type -> type == called.getDeclaringClass());
  }

  private static boolean isInterfaceOfHost(Class<?> type) {
    return type.isInterface() && !type.isSealed();
  }

  private static Stream<Executable> methods(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .filter(method -> !Modifier.isAbstract(method.getModifiers()))
        .filter(method -> !OF_JAVA.contains(method.getName()))
        .map(method -> method);
  }

  private static List<Class<?>> parameters(Executable called) {
    return Arrays.stream(called.getGenericParameterTypes())
        .flatMap(FrontDoorArgumentsTest::classes)
        .toList();
  }

  private static Stream<Class<?>> classes(Type type) {
    if (type instanceof ParameterizedType generic) {
      boolean isCallback =
          ((Class<?>) generic.getRawType()).isAnnotationPresent(FunctionalInterface.class);
      return isCallback
          ? Stream.empty()
          : Arrays.stream(generic.getActualTypeArguments())
              .flatMap(FrontDoorArgumentsTest::classes);
    }
    if (type instanceof WildcardType any) {
      return Arrays.stream(any.getUpperBounds()).flatMap(FrontDoorArgumentsTest::classes);
    }
    Class<?> raw = type instanceof Class<?> plain ? plain : Object.class;
    return Stream.of(raw.isArray() ? raw.getComponentType() : raw);
  }
}
