package io.twophase.architecture.rules;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Collection;

/**
 * Where a tree of layers hangs: Twophase's own, or one planted to break a rule.
 *
 * @param name of the package above all layers
 */
public record Root(String name) {

  /** Twophase itself. */
  public static final Root TWOPHASE = new Root("io.twophase");

  /** A tree of test classes that breaks rules on purpose. */
  public static Root planted(String tree) {
    return new Root("io.twophase.planted." + tree);
  }

  /**
   * The package or class {@code relative} in this tree; the tree's own package where it is empty.
   */
  public String below(String relative) {
    return relative.isEmpty() ? name : name + "." + relative;
  }

  /** The packages {@code relative} in this tree. */
  public String[] below(Collection<String> relative) {
    return relative.stream().map(this::below).toArray(String[]::new);
  }

  /** Returns whether {@code type} is the class {@code relative} of this tree, or nested in it. */
  public boolean isIn(JavaClass type, String relative) {
    return type.getName().equals(below(relative))
        || type.getName().startsWith(below(relative) + "$");
  }

  /** This package and all below it. */
  public String everything() {
    return name + "..";
  }

  @Override
  public String toString() {
    return name;
  }
}
