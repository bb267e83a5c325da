package io.twophase.example;

/** Prints those of the classes named that can be found. */
final class OptionalClasses {

  private OptionalClasses() {}

  /** Looks for each argument. */
  public static void main(String[] names) {
    for (String name : names) {
      try {
        Class.forName(name);
        System.out.println(name);
      } catch (ClassNotFoundException absent) {
        // as it should be
      }
    }
  }
}
