package io.twophase.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.twophase.architecture.rules.Root;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** The classes that rules are asked about. */
final class Trees {

  /** Modules come as directories or as jars, as far as the build has got; tests in either, too. */
  private static final Pattern TEST_JAR = Pattern.compile(".*-tests\\.jar!/.*");

  private static final JavaClasses TWOPHASE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.matches(TEST_JAR))
          .importPackages(Root.TWOPHASE.name());

  private static final Map<Root, JavaClasses> PLANTED = new ConcurrentHashMap<>();

  /** All of Twophase, without its tests. */
  static JavaClasses twophase() {
    return TWOPHASE;
  }

  /** All below {@code root}, tests or not. */
  static JavaClasses planted(Root root) {
    return PLANTED.computeIfAbsent(
        root, tree -> new ClassFileImporter().importPackages(tree.name()));
  }

  private Trees() {}
}
