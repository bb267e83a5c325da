package io.twophase.architecture.rules;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.util.List;
import java.util.Map;
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
          ("java.lang java.lang.annotation java.math java.time java.util java.util.function"
                  + " java.util.stream io.vavr io.vavr.control org.jspecify.annotations")
              .split(" "));

  /**
   * The layer of a block: its packages in the first line, and lines of packages, classes, libraries
   * and reservations. A layer also depends on plain values of the JDK, Vavr's Either and match, and
   * JSpecify.
   */
  static Layer of(String block) {
    Map<String, List<String>> lines =
        block
            .lines()
            .skip(1)
            .filter(line -> !line.isBlank())
            .map(line -> line.split(" ", 2))
            .collect(groupingBy(line -> line[0], mapping(line -> line[1], toList())));
    return new Layer(
        below(block.lines().findFirst().orElseThrow()),
        words(lines, "packages")
            .flatMap(it -> it.equals("VALUES") ? Layers.VALUES.stream() : Stream.of(below(it)))
            .toList(),
        words(lines, "classes").toList(),
        Stream.concat(PLAIN.stream(), words(lines, "libraries")).toList(),
        lines.getOrDefault("reserved", List.of()).stream()
            .map(line -> line.split(" -> ", 2))
            .map(sides -> new Reserved(sides[0], List.of(sides[1].split(" "))))
            .toList());
  }

  private static String below(String named) {
    return named.equals(".") ? "" : named;
  }

  private static Stream<String> words(Map<String, List<String>> lines, String kind) {
    return lines.getOrDefault(kind, List.of()).stream().flatMap(it -> Stream.of(it.split(" ")));
  }

  @Override
  public String toString() {
    return packages;
  }
}
