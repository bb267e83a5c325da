package io.twophase.domain.testing;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Steps of scenes as calls: the first word of a step names a method of the steps, or of what they
 * are about, such as a port, or of a value, which is then the first argument. With its type before
 * it, {@code Epoch.next 1} is of no other value, and {@code Epoch.new 1} makes one. The other words
 * are the arguments, each read by the type of its parameter; the last parameter takes all that is
 * left, a list of it by commas. Answers are said by their types, and in a list an empty one as
 * {@code none}.
 */
public final class Verbs implements Function<String, String> {
  private static final int NO_STEP = Modifier.STATIC | Modifier.PRIVATE;

  private final Object steps;
  private final List<Object> ports;
  private final List<Class<?>> values = new ArrayList<>();
  private final Map<Class<?>, Function<String, ?>> readers =
      new HashMap<>(
          Map.of(
              String.class, Texts::of,
              int.class, Integer::valueOf,
              long.class, Long::valueOf,
              Long.class, Long::valueOf,
              boolean.class, Boolean::valueOf,
              Value.class, DocumentWords::value,
              Fields.class, DocumentWords::fields,
              DocumentRef.class, DocumentWords::document));
  private final Map<Class<?>, Function<Object, String>> words = new LinkedHashMap<>();

  /**
   * Steps that are methods: of those of one name the one of as many parameters is called, and of
   * several such ones the one whose types the words can be read as.
   *
   * @param steps whose methods they are, if they are neither static nor private
   * @param ports whose public methods they are, too
   */
  public Verbs(Object steps, Object... ports) {
    this.steps = steps;
    this.ports = List.of(ports);
    saying(Value.class, DocumentWords::of);
    saying(Fields.class, DocumentWords::of);
    saying(Enum.class, Scenes::word);
    saying(Collection.class, each -> joined(each.stream()));
    saying(Optional.class, each -> of(((Optional<?>) each).orElse(null)));
    saying(
        Either.class, each -> of(((Either<?, ?>) each).<Object>fold(left -> left, right -> right)));
  }

  /** Reads arguments of the type so. */
  public <T> Verbs reading(Class<T> type, Function<String, ? extends T> reader) {
    readers.put(type, reader);
    return this;
  }

  /** Says answers of the type so, whatever is said of types that it has above it. */
  public <T> Verbs saying(Class<T> type, Function<? super T, String> said) {
    words.put(type, answer -> said.apply(type.cast(answer)));
    return this;
  }

  /** Methods of values of these types are steps, too, if they are public. */
  public Verbs ofValues(Class<?>... types) {
    values.addAll(List.of(types));
    return this;
  }

  @Override
  public String apply(String step) {
    return of(answer(step));
  }

  /** Makes a step, and answers as its method does. */
  public @Nullable Object answer(String step) {
    List<String> all = List.of(step.split(" ", -1));
    List<String> rest = all.subList(1, all.size());
    Executable method =
        Stream.<Stream<? extends Executable>>of(
                own(steps.getClass()),
                ports.stream().flatMap(port -> Stream.of(port.getClass().getMethods())),
                values.stream().flatMap(type -> Stream.of(type.getMethods())),
                values.stream().flatMap(type -> Stream.of(type.getConstructors())))
            .<Executable>flatMap(methods -> methods)
            .filter(each -> isNamed(each, all.get(0)) && !each.isSynthetic())
            .min(
                Comparator.<Executable, Boolean>comparing(
                        each -> values.contains(each.getDeclaringClass()))
                    .thenComparing(each -> Math.abs(types(each).size() - rest.size()))
                    .thenComparing(each -> !isReadable(each, rest))
                    // a text reads all words
                    .thenComparing(each -> types(each).contains(String.class)))
            .orElseThrow(() -> new AssertionError("no step " + step));
    return call(method, arguments(types(method), rest));
  }

  private boolean isReadable(Executable step, List<String> rest) {
    try {
      arguments(types(step), rest);
      return true;
    } catch (RuntimeException | LinkageError unread) {
      return false;
    }
  }

  private static boolean isNamed(Executable step, String name) {
    String type = step.getDeclaringClass().getSimpleName() + ".";
    return step instanceof Constructor
        ? name.equals(type + "new")
        : name.equals(step.getName()) || name.equals(type + step.getName());
  }

  private boolean isOfValue(Executable step) {
    return step instanceof Method
        && values.contains(step.getDeclaringClass())
        && !Modifier.isStatic(step.getModifiers());
  }

  /** The types of all that a step reads. */
  private List<Type> types(Executable method) {
    Stream<Type> parameters = Stream.of(method.getGenericParameterTypes());
    return (isOfValue(method)
            ? Stream.concat(Stream.of(method.getDeclaringClass()), parameters)
            : parameters)
        .toList();
  }

  private static Stream<Method> own(@Nullable Class<?> type) {
    return type == null || type == Object.class
        ? Stream.empty()
        : Stream.concat(
            Stream.of(type.getDeclaredMethods())
                .filter(each -> (each.getModifiers() & NO_STEP) == 0),
            own(type.getSuperclass()));
  }

  private @Nullable Object call(Executable step, List<@Nullable Object> arguments) {
    if (step instanceof Constructor<?> maker) {
      return made(() -> maker.newInstance(arguments.toArray()));
    }
    Method method = (Method) step;
    Object target =
        isOfValue(method)
            ? arguments.remove(0)
            : Stream.concat(Stream.of(steps), ports.stream())
                .filter(method.getDeclaringClass()::isInstance)
                .findFirst()
                .orElse(null);
    method.setAccessible(true);
    return made(() -> method.invoke(target, arguments.toArray()));
  }

  private List<@Nullable Object> arguments(List<Type> types, List<String> rest) {
    List<@Nullable Object> arguments = new ArrayList<>();
    for (int at = 0; at < types.size(); at++) {
      boolean isLast = at == types.size() - 1;
      List<String> own = rest.subList(Math.min(at, rest.size()), isLast ? rest.size() : at + 1);
      arguments.add(read(types.get(at), String.join(" ", own)));
    }
    return arguments;
  }

  private Object read(Type type, String word) {
    if (type instanceof ParameterizedType generic && generic.getRawType() != Class.class) {
      Type of = generic.getActualTypeArguments()[0];
      List<Object> each =
          word.isEmpty()
              ? List.of()
              : Stream.of(word.split(", ", -1)).map(one -> read(of, one)).toList();
      return generic.getRawType() == Optional.class ? each.stream().findFirst() : each;
    }
    Class<?> plain = type instanceof Class<?> one ? one : Class.class;
    if (readers.containsKey(plain)) {
      return readers.get(plain).apply(word);
    }
    return plain.isEnum() ? constant(plain, word) : parsed(plain, word);
  }

  private static Object constant(Class<?> type, String word) {
    return Stream.of(type.getEnumConstants())
        .filter(each -> ((Enum<?>) each).name().equalsIgnoreCase(word.replace('-', '_')))
        .findFirst()
        .orElseThrow();
  }

  /** By the constructor of a text, or by the usual factories. */
  private static Object parsed(Class<?> type, String word) {
    return made(
        () -> {
          for (String factory : List.of("parse", "valueOf", "getInstance", "of")) {
            for (Method each : type.getDeclaredMethods()) {
              if (each.getName().equals(factory)
                  && each.getReturnType() == type
                  && each.getParameterCount() == 1
                  && each.getParameterTypes()[0].isAssignableFrom(String.class)) {
                return each.invoke(null, Texts.of(word));
              }
            }
          }
          return type.getConstructor(String.class).newInstance(Texts.of(word));
        });
  }

  /** A call by reflection. */
  private interface Made {
    Object make() throws ReflectiveOperationException;
  }

  private static Object made(Made call) {
    try {
      return call.make();
    } catch (InvocationTargetException thrown) {
      if (thrown.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw new AssertionError(thrown.getCause());
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(impossible.getMessage(), impossible);
    }
  }

  /** The record of these words, each read by the type of its component. */
  public Object recordOf(Class<?> type, List<String> said) {
    List<@Nullable Object> components = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      components.add(read(component.getGenericType(), said.get(components.size())));
    }
    return Copies.of(type, components);
  }

  /** An answer in words; nothing, if there is none. */
  public String of(@Nullable Object answer) {
    return answer == null
        ? ""
        : words.entrySet().stream()
            .filter(each -> each.getKey().isInstance(answer))
            .reduce((before, after) -> after)
            .map(each -> each.getValue().apply(answer))
            .orElseGet(answer::toString);
  }

  private String joined(Stream<?> all) {
    return String.join(
        ", ", all.map(this::of).map(each -> each.isEmpty() ? "none" : each).toList());
  }
}
