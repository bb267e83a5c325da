package io.twophase.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArtifactsTest {

  private static final Path BOM = Path.of(System.getProperty("twophase.root"), "hosts", "bom");

  /** What is for nobody to depend on. */
  private static final List<String> EXCLUDED =
      Poms.texts(Poms.parent(), "//profile[id='release']//configuration/excludeArtifacts/artifact");

  @Test
  void theBillOfMaterialsNamesAllThatIsPublished() {
    assertThat(Poms.texts(BOM.resolve("pom.xml"), "//dependencyManagement//artifactId"))
        .containsExactlyElementsOf(
            Poms.modules().stream()
                .filter(module -> !module.equals(BOM))
                .map(module -> Poms.text(module.resolve("pom.xml"), "/project/artifactId"))
                .filter(artifact -> !EXCLUDED.contains(artifact))
                .sorted()
                .toList());
  }

  @Test
  void theBillOfMaterialsThatHostsImportBringsNothingElse() {
    Path flat = BOM.resolve("target").resolve(".flattened-pom.xml");
    assertThat(Poms.texts(flat, "//parent | //properties | /project/dependencies | //build"))
        .isEmpty();
    assertThat(Poms.texts(flat, "//dependencyManagement//groupId")).containsOnly("io.twophase");
  }

  @Test
  void whatCentralAsksForIsThere() {
    for (String what : List.of("name", "description", "url", "licenses", "developers", "scm")) {
      assertThat(Poms.text(Poms.parent(), "/project/" + what)).as(what).isNotBlank();
    }
    for (Path module : Poms.modules()) {
      assertThat(Poms.text(module.resolve("pom.xml"), "/project/name"))
          .as("%s", module)
          .startsWith("Twophase: ");
    }
  }

  @Test
  void eachArtifactHasAModuleName() {
    List<String> names =
        Poms.modules().stream()
            .filter(module -> !module.equals(BOM))
            .map(module -> module.resolve("pom.xml"))
            .filter(pom -> !EXCLUDED.contains(Poms.text(pom, "/project/artifactId")))
            .map(pom -> Poms.text(pom, "/project/properties/twophase.module.name"))
            .toList();
    assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.startsWith("io.twophase."));
  }

  /** Health and the log of a host show it. */
  @Test
  void eachJarHasItsVersion() {
    assertThat(
            inParent(
                "//pluginManagement//plugin[artifactId='maven-jar-plugin']"
                    + "/configuration/archive/manifest/addDefaultImplementationEntries"))
        .isEqualTo("true");
  }

  /** {@code ./mvnw install -DskipTests}, by which a host gets the jars, runs no test. */
  @Test
  void installWithoutTestsSkipsIntegrationTestsToo() {
    assertThat(inParent("/project/properties/skipITs")).isEqualTo("${skipTests}");
    assertThat(
            inParent(
                "//pluginManagement//plugin[artifactId='maven-failsafe-plugin']"
                    + "/configuration/skipITs"))
        .isEqualTo("${skipITs}");
  }

  /** The build puts what editors show beside the jars, and compiles no test. */
  @Test
  void sourcesAndJavadocAreInstalledAndNoTestIsCompiled() {
    String profile = "/project/profiles/profile[activation/property/name='skipTests']";
    assertThat(inParent(profile + "//execution[id='sources']//goal")).isEqualTo("jar-no-fork");
    assertThat(inParent(profile + "//execution[id='javadoc']//goal")).isEqualTo("jar");
    assertThat(inParent(profile + "//execution[id='default-testCompile']/phase")).isEqualTo("none");
    assertThat(inParent(profile + "//execution[id='test-jar']/phase")).isEqualTo("none");
  }

  private static String inParent(String path) {
    return Poms.text(Poms.parent(), path);
  }
}
