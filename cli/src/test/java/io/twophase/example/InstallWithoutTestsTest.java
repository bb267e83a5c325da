package io.twophase.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** {@code ./mvnw install -DskipTests}, by which a host gets the jars, runs no integration test. */
class InstallWithoutTestsTest {

  @Test
  void integrationTestsAreSkippedWithTheOthers() throws Exception {
    assertThat(inParentPom("/project/properties/skipITs")).isEqualTo("${skipTests}");
    assertThat(
            inParentPom(
                "//pluginManagement//plugin[artifactId='maven-failsafe-plugin']"
                    + "/configuration/skipITs"))
        .isEqualTo("${skipITs}");
  }

  /** What a host's editor shows is put beside the jars, and no test is compiled. */
  @Test
  void sourcesAndJavadocAreInstalledAndNoTestIsCompiled() throws Exception {
    String profile = "/project/profiles/profile[activation/property/name='skipTests']";
    assertThat(inParentPom(profile + "//execution[id='sources']//goal")).isEqualTo("jar-no-fork");
    assertThat(inParentPom(profile + "//execution[id='javadoc']//goal")).isEqualTo("jar");
    assertThat(inParentPom(profile + "//execution[id='default-testCompile']/phase"))
        .isEqualTo("none");
    assertThat(inParentPom(profile + "//execution[id='test-jar']/phase")).isEqualTo("none");
  }

  private static String inParentPom(String path) throws Exception {
    Document pom =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Path.of(System.getProperty("twophase.root"), "pom.xml").toFile());
    return XPathFactory.newInstance().newXPath().evaluate(path, pom);
  }
}
