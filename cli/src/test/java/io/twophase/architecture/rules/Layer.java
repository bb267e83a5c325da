package io.twophase.architecture.rules;

import java.util.List;
import java.util.stream.Stream;

/**
 * One part of Twophase and all that it may depend on, besides itself: an allow-list.
 *
 * @param packages its own, under the root; {@code ..} stands for those below, too
 * @param parts packages of other layers, under the root
 * @param classes single classes of other layers, under the root, with those nested in them
 * @param libraries packages of others
 * @param reserved what only some of its own classes may use
 */
public record Layer(
    String packages,
    List<String> parts,
    List<String> classes,
    List<String> libraries,
    List<Reserved> reserved) {

  /**
   * An allowance for some classes of a layer, and not for the layer.
   *
   * @param seen packages of a library, or a class of another layer, under the root
   * @param by the classes that may use it, under the root, with those nested in them
   */
  public record Reserved(String seen, List<String> by) {}

  /** What every layer may use. */
  public static final List<String> PLAIN =
      List.of(
          "java.lang",
          "java.lang.annotation",
          "java.math",
          "java.time",
          "java.util",
          "java.util.function",
          "java.util.stream",
          "io.vavr",
          "io.vavr.control",
          "org.jspecify.annotations");

  /**
   * A layer that depends on nothing but itself, plain values of the JDK, Vavr's Either and match,
   * and JSpecify.
   */
  static Layer of(String packages) {
    return new Layer(packages, List.of(), List.of(), PLAIN, List.of());
  }

  /** The same, which may also depend on packages of other layers. */
  Layer andOn(String... others) {
    return new Layer(packages, joined(parts, List.of(others)), classes, libraries, reserved);
  }

  /** The same, which may also depend on a list of packages of other layers. */
  Layer andOn(List<String> others) {
    return andOn(others.toArray(String[]::new));
  }

  /** The same, which may also depend on single classes of other layers. */
  Layer andOnClass(String... others) {
    return new Layer(packages, parts, joined(classes, List.of(others)), libraries, reserved);
  }

  /** The same, which may also depend on packages of a library, or others of the JDK. */
  Layer andOnLibraries(String... others) {
    return new Layer(packages, parts, classes, joined(libraries, List.of(others)), reserved);
  }

  /** The layer, of which the named classes, and no others, may also depend on {@code seen}. */
  Layer andOnReserved(String seen, String... by) {
    return new Layer(
        packages,
        parts,
        classes,
        libraries,
        joined(reserved, List.of(new Reserved(seen, List.of(by)))));
  }

  @Override
  public String toString() {
    return packages;
  }

  private static <T> List<T> joined(List<T> some, List<T> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }
}
